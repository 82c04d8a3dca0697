'use strict'
const assert = require('assert')
const {test} = require('node:test')
const {Sabaki, Tree, attached, dice, randomLine} = require('./client')

test('check 1: the burst of an attach is answered in order within five seconds', async () => {
  let client = new Sabaki([], 'rules-set yan-lai-2015 ; komi 5.5;; rules-phase')
  let start = Date.now()
  let [name, version, protocol, list, set, komi, phase] = await client.attach()
  assert.ok(Date.now() - start < 5000)
  assert.deepStrictEqual([name.content, protocol.content, phase.content], ['gtp-rules', '2', 'play'])
  assert.match(version.content, /^\d+\.\d+/)
  assert.ok(list.content.split('\n').length > 40)
  assert.ok(!set.error && !komi.error)
  assert.deepStrictEqual((await client.status()).komi, '5.5')
  await client.detach()
})

test('an initial command that fails is an answer like any other', async () => {
  await attached([], 'rules-set atari-go;foo;rules-set ing', async client => {
    assert.deepStrictEqual(client.refused.map(text => text.split(':')[0]), ['rules-set atari-go', 'foo'])
    assert.strictEqual((await client.status()).ruleset, 'ing')
  })
})

test('check 2: list_commands, split as Sabaki splits it, is clean and true', async () => {
  await attached([], '', async client => {
    assert.deepStrictEqual(client.commands, client.commands.map(name => name.trim()).filter(name => name !== ''))
    assert.strictEqual(new Set(client.commands).size, client.commands.length)
    for (let name of client.commands) assert.strictEqual(await client.ask(`known_command ${name}`), 'true', name)
    for (let name of ['genmove_analyze', 'lz-analyze', 'analyze', 'foo', 'genmove']) {
      assert.ok(!client.commands.includes(name))
      assert.strictEqual(await client.ask(`known_command ${name}`), 'false', name)
    }
  })
})

test('check 4: genmove exists only with a player', async () => {
  await attached(['--player', 'random seed=1'], '', async client => assert.ok(client.commands.includes('genmove')))
})

test('detaching ends the process by itself, and what is still asked is answered first', async () => {
  let client = new Sabaki()
  await client.attach()
  let open = ['name', 'showboard', 'rules-list'].map(name => client.controller.sendCommand({name}))
  let start = Date.now()
  await client.detach()
  assert.ok(Date.now() - start < 1000)
  assert.ok((await Promise.all(open)).every(({error}) => !error))
  assert.strictEqual(client.controller.process, null)
  assert.deepStrictEqual(client.stderr, [])
})

test('a game of the engine against itself has only moves that Sabaki can read', async () => {
  await attached(['--player', 'random seed=3'], 'rules-set tang-song opening=empty first=black', async client => {
    let tree = new Tree({SZ: ['7'], KM: ['0']})
    let node = tree.root
    for (let i = 0, passes = 0; i < 80 && passes < 2; i++) {
      let made = await client.generate(tree, node, i % 2 === 0 ? 'B' : 'W')
      assert.ok(!made.isMisread, made.coord)
      passes = made.coord === 'pass' ? passes + 1 : 0
      node = made.node
      assert.notStrictEqual(made.coord, 'resign')
    }
  })
})

test('hundreds of commands in one burst keep their order', async () => {
  await attached([], '', async client => {
    let texts = Array.from({length: 600}, (_, i) => (i % 3 === 0 ? `known_command play${i}` : i % 3 === 1 ? 'name' : 'foo'))
    let send = ([name, ...args]) => client.controller.sendCommand({name, args})
    let answers = await Promise.all(texts.map(text => send(text.split(' '))))
    answers.forEach(({content}, i) => assert.strictEqual(content, ['false', 'gtp-rules', 'unknown command'][i % 3]))
  })
})

test('no answer is ever taken for analysis', async () => {
  await attached(['--player', 'random seed=5'], 'rules-set yan-lai-2015', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['6.5']})
    let nodes = randomLine(tree, tree.root, 'B', 20, dice(5))
    await client.sync(tree, nodes.at(-1))
    for (let text of [
      'rules-why B D4', 'rules-is_legal B virtual', 'rules-legal_moves B', 'rules-score all', 'rules-score chinese',
      'rules-get ing',
      'final_status_list dead', 'is_legal W D4', 'all_legal W', 'captures B', 'color D4', 'rules-abandon B', 'rules-abandon W',
      'rules-dead B', 'final_status_list alive', 'rules-claim W', 'rules-play_virtual B D4', 'rules-mark_dead show',
      'rules-param facing turn', 'help', 'rules-sheet', 'rules-view', 'rules-line', 'reg_genmove B',
      'genmove B', 'rules-sgf', 'printsgf',
    ]) await client.type(text)
    assert.deepStrictEqual(client.lines.filter(line => /^([=?]\d* )?(info|play) /.test(line)), [])
  })
})
