'use strict'
const assert = require('assert')
const {spawnSync} = require('child_process')
const {test} = require('node:test')
const deadstones = require('@sabaki/deadstones')
const GoBoard = require('@sabaki/go-board')
const {Controller} = require('@sabaki/gtp')
const {attached} = require('./client')

const env = {...process.env, PATH: `${process.env.PATH}:/usr/games`}
const skip = spawnSync('gnugo', ['--version'], {env}).error ? 'GNU Go is not installed' : false

/** A game of GNU Go against itself until both pass, with its opinion on dead stones and score; null if it resigned. */
async function game(rules, seed) {
  let engine = new Controller('gnugo', ['--mode', 'gtp', '--level', '1', '--seed', `${seed}`, `--${rules}-rules`], {env})
  let ask = async (name, ...args) => (await engine.sendCommand({name, args})).content
  engine.start()
  await ask('boardsize', '9')
  await ask('komi', '6.5')
  let moves = []
  for (let passes = 0; passes < 2; ) {
    let coord = await ask('genmove', 'BW'[moves.length % 2])
    passes = coord === 'PASS' ? passes + 1 : 0
    moves.push(`${'BW'[moves.length % 2]} ${coord}`)
    if (coord === 'resign' || moves.length > 200) break
  }
  let dead = words(await ask('final_status_list', 'dead'))
  let score = await ask('final_score')
  await engine.stop()
  return moves.at(-1).endsWith('PASS') ? {moves, dead, score} : null
}

function words(text) {
  return text.split(/\s+/).filter(word => word !== '').sort()
}

/** The stones that most of five guesses call dead. */
async function majority(signMap) {
  let board = new GoBoard(signMap)
  let votes = {}
  for (let i = 0; i < 5; i++) {
    for (let vertex of await deadstones.guess(signMap, {finished: true, iterations: 100})) {
      votes[board.stringifyVertex(vertex)] = (votes[board.stringifyVertex(vertex)] || 0) + 1
    }
  }
  return Object.keys(votes).filter(vertex => votes[vertex] >= 3).sort()
}

test('check 51: dead stones and scores agree with GNU Go and @sabaki/deadstones in ten games', {skip}, async () => {
  let played = 0
  let agreed = 0
  for (let seed = 1; seed <= 10; seed++) {
    let rules = seed % 2 === 0 ? 'chinese' : 'japanese'
    let finished = await game(rules, seed)
    if (finished == null) continue
    await attached(['--ruleset', rules, '--size', '9', '--dead-from', 'simple seed=1'], 'komi 6.5', async client => {
      for (let move of finished.moves) await client.ask(`play ${move}`)
      assert.strictEqual(await client.ask('rules-phase'), 'stopped')
      let dead = words(await client.ask('final_status_list dead'))
      let guessed = await majority(await client.signMap())
      played++
      if (JSON.stringify(dead) === JSON.stringify(guessed)) agreed++
      await client.ask(`rules-dead B ${finished.dead.join(' ')}`)
      await client.ask('rules-accept W')
      assert.strictEqual(await client.ask('final_score'), finished.score, `${rules} ${seed}`)
    })
  }
  assert.ok(played >= 7, `only ${played} games were finished`)
  assert.ok(agreed >= played - 1, `${agreed} of ${played} agree`)
})
