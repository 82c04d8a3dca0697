'use strict'
const assert = require('assert')
const fs = require('fs')
const {join} = require('path')
const {test} = require('node:test')
const sgf = require('@sabaki/sgf')
const {Tree, attached, boardAt, vertices} = require('./client')

const FOLDER = process.env.GTP_RULES_RECORDS
const skip = FOLDER ? false : 'GTP_RULES_RECORDS names no folder of records'
const NAMES = FOLDER ? fs.readdirSync(FOLDER).filter(name => name.endsWith('.sgf')).map(name => name.slice(0, -4)) : []

function load(name) {
  let text = fs.readFileSync(join(FOLDER, `${name}.sgf`))
  let facts = JSON.parse(fs.readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  let games = sgf.parseBuffer(text)
  assert.strictEqual(games.length, 1)
  return {facts, tree: Tree.fromSgf(text.toString('utf8')), root: games[0]}
}

/** The moves of a main line as [color, coord]. */
function moves(tree, turns) {
  return turns.map(node => {
    let color = 'B' in node.data ? 'B' : 'W'
    return [color, node.data[color][0] === '' ? 'pass' : coords(tree, node, color)[0]]
  })
}

function coords(tree, node, name) {
  return vertices(node, name).map(vertex => boardAt(tree, tree.root).stringifyVertex(vertex))
}

test('check 52: our records of every ruleset are the same game to @sabaki/sgf', {skip}, () => {
  assert.ok(NAMES.length >= 24)
  for (let name of NAMES) {
    let {facts, tree} = load(name)
    let [root, ...turns] = tree.mainLine()
    assert.deepStrictEqual(tree.size, facts.size)
    for (let key of ['KM', 'RE', 'RU']) assert.deepStrictEqual(root.data[key], [facts[key]], `${name} ${key}`)
    assert.ok(Number.isFinite(+root.data.KM[0]))
    assert.match(facts.RE, /^([BW]\+(\d+(\.\d+)?|R)|0|Void|Draw)$/)
    for (let key of ['AB', 'AW']) assert.deepStrictEqual(coords(tree, root, key).sort(), facts[key])
    assert.deepStrictEqual(moves(tree, turns), facts.line, name)
    let rows = boardAt(tree, turns.at(-1)).signMap.map(row => row.map(sign => ({'1': 'X', '-1': 'O', '0': '.'}[sign])).join(''))
    assert.deepStrictEqual(rows, facts.board.map(row => row.replaceAll(' ', '')), name)
    for (let node of turns) assert.ok(!('SBKV' in node.data) && !('AE' in node.data))
  }
})

test('check 52: two hundred random games of every ruleset, in any phase, are the same to @sabaki/sgf', {skip}, () => {
  let folder = join(FOLDER, 'many')
  let index = JSON.parse(fs.readFileSync(join(folder, 'index.json'), 'utf8'))
  assert.ok(index.length >= 19 * 200)
  for (let facts of index) {
    let data = fs.readFileSync(join(folder, facts.file))
    let games = sgf.parseBuffer(data)
    assert.strictEqual(games.length, 1, facts.file)
    let tree = Tree.fromRoot(games[0])
    let [root, ...turns] = tree.mainLine()
    assert.deepStrictEqual(tree.size, facts.size, facts.file)
    for (let key of ['AB', 'AW']) assert.deepStrictEqual(coords(tree, root, key).sort(), facts[key], `${facts.file} ${key}`)
    assert.deepStrictEqual(root.data.RE ?? null, facts.RE && [facts.RE], facts.file)
    assert.deepStrictEqual(moves(tree, turns), facts.line, facts.file)
  }
})

test('check 53: names and comments in Chinese, Japanese and Korean with brackets and backslashes survive', {skip}, () => {
  for (let name of NAMES) {
    let {facts, root} = load(name)
    assert.deepStrictEqual([root.data.PB, root.data.PW], [[facts.PB], [facts.PW]])
    let third = root
    for (let i = 0; i < 3; i++) third = third.children[0]
    assert.ok(third.data.C[0].includes(facts.C), third.data.C[0])
  }
})

test('the marks and the table of the count are on the last node', {skip}, () => {
  for (let name of NAMES) {
    let last = load(name).tree.mainLine().at(-1).data
    assert.match(last.C[0], /Result: /, name)
    assert.match(last.C[0], /^ {4}Count under /m, name)  // Sabaki draws neither TB nor TW, but shows this
    assert.match(last.C[0], /^ {4}margin: /m, name)
    if ('TR' in last) assert.ok('TB' in last, name)
    if ('SQ' in last) assert.ok('TW' in last, name)
  }
})

test('comments have nothing that Markdown would eat', {skip}, () => {
  for (let name of NAMES) {
    let {facts, tree} = load(name)
    for (let node of tree.mainLine()) {
      let text = (node.data.C || [''])[0].replace(facts.C, '')
      assert.ok(!/^\s*#|[*_]\S.*\S[*_]/m.test(text), text)
    }
  }
})

test('our own records are accepted move by move, and no opening stone counts as a move', {skip}, async () => {
  for (let name of NAMES) {
    let {facts, tree} = load(name)
    await attached([], `rules-set ${facts.RU}`, async client => {
      let nodes = tree.mainLine()
      for (let index of [0, 5, nodes.length - 1, 2, 0, nodes.length - 1]) {
        await client.sync(tree, nodes[index])
        assert.deepStrictEqual(await client.signMap(), boardAt(tree, nodes[index]).signMap, `${name} at ${index}`)
      }
      assert.deepStrictEqual(client.refused, [], name)
      if (facts.AW.length > 0 && !facts.opening) return  // white stones of a set-up can only be sent as moves
      let {play, resumed} = JSON.parse(await client.ask('rules-ledger'))
      assert.deepStrictEqual(['black', 'white'].map(side => play[side].played + resumed[side].played), facts.played, name)
      assert.strictEqual((await client.status()).moves, facts.line.length)
    })
  }
})

test('a record of ours is printed by the console and read back by loadsgf', {skip}, async () => {
  await attached([], '', async client => {
    for (let name of NAMES) {
      let {facts} = load(name)
      assert.match(await client.ask(`loadsgf ${join(FOLDER, `${name}.sgf`)}`), /^(black|white)$/)
      assert.strictEqual(await client.ask('rules-result'), facts.RE, name)
      let [copy] = sgf.parse(await client.ask('rules-sgf'))
      assert.deepStrictEqual([copy.data.RE, copy.data.RU], [[facts.RE], [facts.RU]])
    }
  })
})
