'use strict'
const assert = require('assert')
const {test} = require('node:test')
const {Tree, attached, boardAt, dice, path, randomLine, randomMove} = require('./client')

/** Synchronises and compares the engine's board with go-board's. */
async function go(client, tree, node) {
  await client.sync(tree, node)
  assert.deepStrictEqual(await client.signMap(), boardAt(tree, node).signMap)
}

function since(client, index) {
  return client.sent.slice(index).filter(text => !text.startsWith('showboard') && !text.startsWith('rules-'))
}

test('the first synchronisation says komi, size, and the whole record', async () => {
  await attached([], 'rules-set chinese', async client => {
    let start = client.sent.length
    let tree = new Tree({SZ: ['9'], KM: ['6.5']})
    let end = tree.append(tree.root, 'B E5', 'W C3', 'B pass', 'W G7')
    await go(client, tree, end)
    let record = ['komi 6.5', 'boardsize 9', 'clear_board', 'play B E5', 'play W C3', 'play B pass', 'play W G7']
    assert.deepStrictEqual(since(client, start), record)
    let {komi, size, moves} = await client.status()
    assert.deepStrictEqual([komi, size, moves], ['6.5', [9, 9], 4])
  })
})

test('a rectangle, a comment node and a board of 25 lines are synchronised', async () => {
  await attached([], 'rules-set chinese', async client => {
    for (let size of ['9:13', '25', '2', '1:4']) {
      let tree = new Tree({SZ: [size], KM: ['0']})
      let node = tree.append(tree.root, {C: ['only words']})
      let nodes = size === '1:4' ? [tree.append(node, 'B A1')] : randomLine(tree, node, 'B', 3, dice(25))
      for (let step of nodes) await go(client, tree, step)
    }
    assert.deepStrictEqual(client.refused, [])
  })
})

test('check 26: back ten moves and forward five on another branch, with captures, board for board', async () => {
  let games = [['chinese', 'B', 1], ['tang-song opening=empty', 'W', 2], ['ming-qing opening=empty', 'B', 3]]
  for (let [ruleset, first, seed] of games) {
    await attached([], `rules-set ${ruleset}`, async client => {
      let roll = dice(seed)
      let tree = new Tree({SZ: ['5'], KM: ['0']})
      let nodes = randomLine(tree, tree.root, first, 40, roll)
      for (let step of nodes) await go(client, tree, step)
      assert.ok(nodes.some(step => boardAt(tree, step).getCaptures(1) + boardAt(tree, step).getCaptures(-1) > 2))
      for (let i = 0; i < 10; i++) await go(client, tree, nodes[38 - i])
      let branch = randomLine(tree, nodes[29], path(nodes[29]).length % 2 === 1 ? first : first === 'B' ? 'W' : 'B', 5, roll)
      for (let step of branch) await go(client, tree, step)
      for (let i = 0; i < 12; i++) await go(client, tree, [...nodes, ...branch, tree.root][roll(nodes.length + 6)])
      assert.deepStrictEqual(client.refused, [])
    })
  }
})

test('undo comes in one burst where more is kept than taken back, else the record is sent again', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['19'], KM: ['0']})
    let nodes = randomLine(tree, tree.root, 'B', 30, dice(7))
    await go(client, tree, nodes.at(-1))
    let start = client.sent.length
    await go(client, tree, nodes[15])
    assert.deepStrictEqual(since(client, start), Array(14).fill('undo'))
    assert.strictEqual((await client.status()).moves, 16)
    start = client.sent.length
    await go(client, tree, nodes[3])
    assert.strictEqual(since(client, start)[0], 'clear_board')
    start = client.sent.length
    let branch = tree.append(nodes[2], randomMove(boardAt(tree, nodes[2]), 'W', dice(8)))
    await go(client, tree, branch)
    assert.strictEqual(since(client, start)[0], 'undo')
    assert.strictEqual((await client.status()).moves, 4)
  })
})

test('a handicap, and typed moves that the next synchronisation takes back', async () => {
  await attached([], 'rules-set ming-qing opening=empty', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['0'], HA: ['3'], AB: ['cg', 'gc', 'gg']})
    let node = tree.append(tree.root, 'W E5', 'B C5')
    let start = client.sent.length
    await go(client, tree, node)
    assert.ok(since(client, start).includes('set_free_handicap C3 G7 G3'))
    await client.ask('play W A1')
    await client.ask('play B A2')
    await go(client, tree, node)
    assert.deepStrictEqual(since(client, start).slice(-2), ['undo', 'undo'])
    await go(client, tree, tree.root)
    let {moves, to_move} = await client.status()
    assert.deepStrictEqual([moves, to_move], [0, 'white'])
    assert.match((await client.type('undo')).content, /^cannot undo$/)
  })
})

test('typed boardsize, clear_board and ruleset changes do not get in the way of the next synchronisation', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['0']})
    let node = tree.append(tree.root, 'B E5', 'W C3', 'B G7')
    await go(client, tree, node)
    for (let texts of [
      ['boardsize 13'], ['clear_board'], ['rules-set japanese'], ['komi 3'], ['clear_board', 'fixed_handicap 2'],
      ['rectangular_boardsize 9 7'],
    ]) {
      for (let text of texts) await client.ask(text)
      await go(client, tree, node)
    }
    assert.strictEqual((await client.status()).komi, '0')
  })
})

test('check 24: emptied points and stones set on top of others are rearranged', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['0']})
    let before = tree.append(tree.root, 'B E5', 'W C3', 'B G7')
    let emptied = tree.append(before, {AE: ['cg'], AW: ['ee'], AB: ['aa', 'ba']})
    let further = tree.append(emptied, 'W A8', 'B D4', 'W B8', 'B E4')
    for (let node of [before, emptied, further, before, emptied]) await go(client, tree, node)

    let captured = new Tree({SZ: ['5'], KM: ['0']})
    let taken = captured.append(captured.root, 'B A2', 'W A1', 'B B1')
    let back = captured.append(taken, {AW: ['ae'], AE: ['be']}, 'B C3')
    for (let node of [taken, back, taken, back, captured.root]) await go(client, captured, node)
  })
})

test('set-up of both colors in the middle of a game is entered by plays of one color in a row', async () => {
  await attached([], 'rules-set tang-song opening=empty', async client => {
    let tree = new Tree({SZ: ['9'], KM: ['0']})
    let node = tree.append(tree.root, 'W E5', {AB: ['aa', 'bb', 'cc'], AW: ['ii', 'hh']}, 'B E4')
    await go(client, tree, node)
    assert.deepStrictEqual(client.refused, [])
  })
})

test('a position that the rules refuse fails with one answer, and the next synchronisation works', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['0']})
    let ko = tree.append(tree.root, 'B B3', 'W C3', 'B A2', 'W D2', 'B B1', 'W C1', 'B C2', 'W B2')
    await go(client, tree, ko)
    let illegal = tree.append(ko, 'B C2')
    let start = client.refused.length
    await assert.rejects(client.sync(tree, illegal), /cannot be replayed/)
    assert.deepStrictEqual([...new Set(client.refused.slice(start))], ['play B C2: illegal move'])
    assert.strictEqual(client.refused.length - start, 2)  // once incrementally, once with the whole record
    assert.ok(client.stderr.some(line => line.includes('C2 would restore the position')))
    assert.match(await client.ask('rules-why B C2'), /C2 would restore/)
    await go(client, tree, ko)
    await go(client, tree, tree.append(ko, 'B E5', 'W E4', 'B C2'))
    await go(client, tree, tree.root)
  })
})

test('a position without liberties is never sent, and a komi that is no number is refused', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['3'], KM: ['0'], AB: ['ab', 'ba'], AW: ['aa']})
    await assert.rejects(client.sync(tree, tree.root), /invalid board position/)
    let comma = new Tree({SZ: ['9'], KM: ['6,5']})
    await assert.rejects(client.sync(comma, comma.root), /Komi is not supported/)
    assert.ok(client.refused.some(text => text.startsWith('komi NaN: syntax error')))
    let good = new Tree({SZ: ['9'], KM: ['6.5']})
    await go(client, good, good.append(good.root, 'B E5'))
  })
})

test('two passes stop play, and going back from them takes the stop away', async () => {
  await attached([], 'rules-set chinese', async client => {
    let tree = new Tree({SZ: ['5'], KM: ['0']})
    let before = tree.append(tree.root, 'B C3', 'W C2', 'B D2')
    let stopped = tree.append(before, 'W pass', 'B pass')
    await go(client, tree, before)
    for (let i = 0; i < 3; i++) {
      await go(client, tree, stopped)
      let {phase} = await client.status()
      assert.strictEqual(phase, 'stopped')
      assert.match(await client.ask('final_score'), /^B\+/)
      assert.strictEqual(await client.ask('final_status_list dead'), '')
      await go(client, tree, before)
      assert.strictEqual((await client.status()).phase, 'play')
      assert.strictEqual((await client.type('final_score')).content, 'cannot score')
    }
    await go(client, tree, tree.append(stopped, 'W D3', 'B B2'))
    assert.strictEqual((await client.status()).phase, 'play')
  })
})

test('check 33: a record that goes on after two passes replays wherever a game can be resumed', async () => {
  await attached([], '', async client => {
    let verdicts = {}
    for (let name of (await client.ask('rules-list')).split('\n').map(line => line.split('  ')[0])) {
      await client.ask(`rules-set ${name}`)
      let {ending, turns, opening} = JSON.parse(await client.ask('rules-get'))
      let [me, you] = opening.first === 'white' ? ['W', 'B'] : ['B', 'W']
      let tree = new Tree({SZ: ['5'], KM: ['0']})
      let stopped = tree.append(tree.root, `${me} C3`, `${you} C2`, `${me} D2`, `${you} D3`, `${me} pass`, `${you} pass`)
      let end = tree.append(stopped, `${me} B2`, `${you} B3`, `${me} pass`, `${you} pass`, `${me} A1`)
      let start = client.refused.length
      let resumable = ending.marking !== 'none' && turns.pass_means !== 'exhausted'
      if (resumable) await go(client, tree, end)
      else await assert.rejects(client.sync(tree, end), /cannot be replayed/)
      let refused = client.refused.slice(start)
      assert.ok(refused.every(text => text.endsWith(': illegal move')), refused.join('\n'))
      verdicts[name] = refused.length === 0
      await go(client, tree, tree.root)
    }
    let refusing = Object.keys(verdicts).filter(name => !verdicts[name])
    assert.deepStrictEqual(refusing, ['natural-ending', 'tromp-taylor', 'ikeda-1', 'ikeda-2', 'ikeda-3'])
  })
})
