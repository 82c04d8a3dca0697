'use strict'
const assert = require('assert')
const {test} = require('node:test')
const {Tree, attached, boardAt, variations} = require('./client')

const WALLS = [1, 2, 3, 4, 5].flatMap(row => [`B C${row}`, `W D${row}`])

async function phase(client) {
  return await client.ask('rules-phase')
}

async function ledger(client) {
  return JSON.parse(await client.ask('rules-ledger'))
}

test('the pass button plays a virtual move after rules-pass_means, and navigation keeps its meaning', async () => {
  await attached([], 'rules-set yan-lai-2015', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['6.5']})
    let node = tree.append(tree.root, 'B C3', 'W C2')
    await client.sync(tree, node)
    await client.ask('rules-pass_means virtual')
    let virtual = tree.append(node, 'B pass')
    await client.sync(tree, virtual)
    let abandoned = tree.append(virtual, 'W D2', 'B pass')
    await client.sync(tree, abandoned)
    for (let place of [abandoned, node, abandoned, tree.root, abandoned, virtual, abandoned, tree.root]) {
      await client.sync(tree, place)
      let {black} = (await ledger(client)).play
      let expected = place === abandoned ? [1, 1] : place === virtual ? [1, 0] : [0, 0]
      assert.deepStrictEqual([black.virtual, black.abandoned], expected)
    }
    let ends = tree.append(abandoned, 'W pass')
    await client.sync(tree, ends)
    assert.strictEqual(await phase(client), 'stopped')
    let other = tree.append(node, 'B D3')
    await client.sync(tree, other)
    await client.ask('rules-pass_means virtual')
    let goesOn = tree.append(other, 'W pass', 'B D4')
    await client.sync(tree, goesOn)
    for (let place of [tree.root, ends.parent, goesOn]) await client.sync(tree, place)
    assert.deepStrictEqual([(await ledger(client)).play.white.virtual, await phase(client)], [1, 'play'])
    assert.deepStrictEqual(client.refused, [])
  })
})

test('the meaning of a pass is asked, and refused where a ruleset has only one', async () => {
  await attached([], 'rules-set yan-lai-2015', async client => {
    assert.strictEqual(await client.ask('rules-pass_means'), 'abandon')
    await client.ask('rules-pass_means virtual')
    assert.strictEqual(await client.ask('rules-pass_means'), 'virtual')
    await client.ask('rules-set chinese')
    assert.match((await client.type('rules-pass_means virtual')).content, /one meaning of a pass/)
  })
})

test('a game of virtual moves, stop, dispute and settlement wholly from the console', async () => {
  await attached([], 'rules-set yan-lai-2015', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['0']})
    let walls = tree.append(tree.root, ...WALLS, 'B E3', 'W A2')
    await client.sync(tree, walls)
    let {moves} = await client.status()
    await client.ask('rules-virtual B')
    assert.strictEqual((await client.type('rules-virtual W')).content, 'illegal move')
    assert.match(await client.ask('rules-why W virtual'), /virtual move would put the opponent before the board/)
    await client.ask('rules-abandon W')
    assert.strictEqual(await phase(client), 'play')
    await client.ask('rules-abandon B')
    assert.strictEqual(await phase(client), 'stopped')
    await client.ask('rules-dead B A2')
    assert.strictEqual(await client.ask('final_status_list dead'), 'A2')
    assert.match((await client.type('rules-accept B')).content, /the other side accepts/)
    assert.match((await client.type('rules-dispute W')).content, /names the points/)
    await client.ask('rules-dispute W A2 E3')
    assert.strictEqual(await phase(client), 'resumed')
    assert.strictEqual((await client.status()).moves, moves)

    // Resumed play goes on by clicks; going back over it and forward again keeps the dispute.
    let resumed = tree.append(walls, 'B B2', 'W E2')
    await client.sync(tree, resumed)
    assert.deepStrictEqual(await client.signMap(), boardAt(tree, resumed).signMap)
    for (let place of [tree.root, resumed, walls, resumed]) await client.sync(tree, place)
    assert.strictEqual(await phase(client), 'resumed')
    assert.strictEqual((await ledger(client)).resumed.black.played, 1)

    let stopped = tree.append(resumed, 'B pass', 'W pass')
    await client.sync(tree, stopped)
    assert.strictEqual(await phase(client), 'stopped')
    await client.ask('rules-dead W A2 E3')
    await client.ask('rules-retract')
    assert.strictEqual(await phase(client), 'stopped')
    await client.ask('rules-dead W A2 E3')
    await client.ask('rules-accept B')
    assert.strictEqual(await phase(client), 'finished')
    assert.strictEqual(await client.ask('rules-result'), await client.ask('final_score'))
    assert.match(await client.ask('rules-sgf'), /RE\[[BW]\+/)
    await client.sync(tree, tree.root)
    assert.strictEqual(await client.ask('rules-result'), '?')
    await client.sync(tree, stopped)
    assert.strictEqual(await phase(client), 'finished')
    let illegal = tree.append(stopped, 'B A1')
    await assert.rejects(client.sync(tree, illegal))
    assert.deepStrictEqual([...new Set(client.refused.slice(-2))], ['play B A1: illegal move'])
  })
})

test('a game of offers and chips wholly from the console', async () => {
  await attached([], 'rules-set song-captives opening=empty first=black', async client => {
    let tree = new Tree({SZ: ['7'], KM: ['0']})
    let steps = []
    for (let row = 1; row <= 7; row++) steps.push(`B C${row}`, `W D${row}`)
    let walls = tree.append(tree.root, ...steps, 'B F6', 'W B2')
    await client.sync(tree, walls)
    await client.ask('rules-abandon W')
    assert.match((await client.type('rules-abandon W')).content, /has offered to stop already|illegal move/)
    await client.ask('rules-abandon B')
    assert.strictEqual(await phase(client), 'stopped')
    await client.ask('rules-dead W F6 B2')
    await client.ask('rules-accept B')
    assert.strictEqual(await phase(client), 'chips')
    let side = (await client.status()).to_move === 'black' ? ['B', 'A1'] : ['W', 'G1']
    assert.ok((await client.type(`rules-chips ${side[0]} C1`)).error)
    await client.ask(`rules-chips ${side.join(' ')}`)
    assert.strictEqual(await phase(client), 'chips')
    await client.ask('rules-retract')
    await client.ask('rules-chips auto')
    assert.strictEqual(await phase(client), 'finished')
    let result = await client.ask('rules-result')
    assert.match(result, /^([BW]\+\d+|0)$/)
    assert.strictEqual((await client.status()).moves, steps.length + 2)
    for (let place of [tree.root, walls]) await client.sync(tree, place)
    assert.strictEqual(await phase(client), 'finished')
    assert.strictEqual(await client.ask('rules-result'), result)
    let further = tree.append(tree.append(walls.parent, 'W E2'), 'B A1')
    await client.sync(tree, further)
    assert.strictEqual(await phase(client), 'play')
  })
})

test('a resignation is said in the console, because Sabaki tells the engine nothing', async () => {
  await attached([], 'rules-set ing', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['0']})
    let node = tree.append(tree.root, 'B E5')
    await client.sync(tree, node)
    await client.ask('rules-resign W')
    assert.strictEqual(await client.ask('rules-result'), 'B+R')
    assert.strictEqual((await client.type('final_score')).content, 'cannot score')
    await client.ask('rules-retract')
    assert.strictEqual(await phase(client), 'play')
  })
})

test('a person may dispute after two passes and go on clicking', async () => {
  for (let ruleset of ['japanese', 'korean', 'chinese', 'aga', 'ming-qing opening=empty first=black', 'new-zealand']) {
    await attached([], `rules-set ${ruleset}`, async client => {
      let tree = new Tree({SZ: ['5'], KM: ['0']})
      let stopped = tree.append(tree.root, 'B C3', 'W C2', 'B pass', 'W pass')
      await client.sync(tree, stopped)
      await client.ask('rules-dead B C2')
      await client.ask('rules-dispute W C2')
      let on = tree.append(stopped, 'B D2', 'W B2', 'B pass', 'W pass')
      for (let place of [on, tree.root, on]) {
        await client.sync(tree, place)
        assert.deepStrictEqual(await client.signMap(), boardAt(tree, place).signMap)
      }
      assert.deepStrictEqual((await ledger(client)).resumed.black.played, 1, ruleset)
      assert.strictEqual(await phase(client), 'stopped', ruleset)
      assert.deepStrictEqual(client.refused, [])
    })
  }
})

test('points in answers are drawn on the board while the mouse is over them', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['0']})
    await client.sync(tree, tree.append(tree.root, ...WALLS, 'B E1'))
    assert.ok(variations(await client.ask('rules-legal_moves W'))[0].startsWith('A1 B1 E2 A2'.slice(0, 5)))
    await client.ask('play W pass')
    await client.ask('play B pass')
    await client.ask('rules-dead W E1')
    let view = await client.ask('rules-view')
    let black = view.split('\n').find(line => line.startsWith('BLACK'))
    assert.deepStrictEqual(variations(black), [black])
    assert.deepStrictEqual(variations(await client.ask('final_status_list alive')).length, 2)
    for (let text of ['rules-why W E1', 'showboard', 'rules-line']) await client.ask(text)
  })
})

test('a question or a refusal in the console never makes the next synchronisation send anything', async () => {
  await attached([], 'rules-set yan-lai-2015', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['6.5']})
    let node = tree.append(tree.root, 'B C3', 'W C2')
    await client.sync(tree, node)
    for (let text of [
      'rules-why W C3', 'rules-virtual W', 'rules-virtual B', 'rules-abandon W', 'rules-dead W', 'rules-score all', 'play W C3',
      'undo x', 'rules-retract', 'rules-view', '# only words', '',
    ]) await client.type(text)
    let count = client.sent.length
    await client.sync(tree, node)
    assert.strictEqual(client.sent.length, count)
  })
})
