'use strict'
// A client that behaves towards an engine as Sabaki does (attach, synchronise, generate, console), on top of Sabaki's packages.

const GoBoard = require('@sabaki/go-board')
const {Command, Controller, ControllerStateTracker} = require('@sabaki/gtp')
const sgf = require('@sabaki/sgf')

const PYTHON = process.env.GTP_RULES_PYTHON || 'python3'
const ROOT = process.env.GTP_RULES_ROOT || require('path').resolve(__dirname, '..', '..', '..')
const SIGNS = {B: 1, W: -1}

/** A game tree whose nodes are {data, parent, children}. */
class Tree {
  constructor(root = {SZ: ['9'], KM: ['0']}) {
    this.root = {data: root, parent: null, children: []}
  }

  static fromSgf(text) {
    return Tree.fromRoot(sgf.parse(text)[0])
  }

  /** The same tree as one of @sabaki/sgf. */
  static fromRoot(root) {
    let copy = (node, parent) => {
      let own = {data: node.data, parent, children: []}
      own.children = node.children.map(child => copy(child, own))
      return own
    }
    let tree = new Tree()
    tree.root = copy(root, null)
    return tree
  }

  get size() {
    let [width, height] = (this.root.data.SZ || ['19'])[0].split(':').map(Number)
    return [width, height || width]
  }

  /** Appends a node; `data` is SGF data, or moves as `B D4`, each of which becomes a node of its own. */
  append(node, ...steps) {
    for (let step of steps) {
      let child = {data: typeof step === 'string' ? this.move(step) : step, parent: node, children: []}
      node.children.push(child)
      node = child
    }
    return node
  }

  move(text) {
    let [color, coord] = text.split(' ')
    return {[color]: [coord === 'pass' ? '' : sgf.stringifyVertex(GoBoard.fromDimensions(...this.size).parseVertex(coord))]}
  }

  mainLine() {
    let nodes = [this.root]
    while (nodes.at(-1).children.length > 0) nodes.push(nodes.at(-1).children[0])
    return nodes
  }
}

function path(node) {
  let nodes = []
  for (; node != null; node = node.parent) nodes.unshift(node)
  return nodes
}

function vertices(node, name) {
  return (node.data[name] || []).flatMap(value => sgf.parseCompressedVertices(value))
}

/** The board as Sabaki shows it at a node. */
function boardAt(tree, node) {
  let board = GoBoard.fromDimensions(...tree.size)
  for (let step of path(node)) {
    for (let color of ['B', 'W'])
      for (let vertex of vertices(step, color)) board = board.makeMove(SIGNS[color], vertex)
    for (let [name, sign] of [['AW', -1], ['AE', 0], ['AB', 1]])
      for (let vertex of vertices(step, name)) board.set(vertex, sign)
  }
  return board
}

/** Commands that are believed to lead to a board, with the board to which they lead. */
class Plan {
  constructor(size) {
    this.commands = []
    this.board = GoBoard.fromDimensions(...size)
  }

  play(sign, vertex) {
    let coord = this.board.has(vertex) ? this.board.stringifyVertex(vertex) : 'pass'
    this.commands.push({name: 'play', args: [sign > 0 ? 'B' : 'W', coord]})
    this.board = this.board.makeMove(sign, vertex)
  }

  handicap(coords) {
    this.commands.push({name: 'set_free_handicap', args: coords})
    for (let coord of coords) this.board = this.board.makeMove(1, this.board.parseVertex(coord))
  }

  repeat({name, args}) {
    if (name === 'set_free_handicap') this.handicap(args)
    else this.play(SIGNS[args[0]], this.board.parseVertex(args[1]))
  }

  reaches(board) {
    return JSON.stringify(this.board.signMap) === JSON.stringify(board.signMap)
  }
}

class Sabaki {
  /** `args`: arguments of the referee; `commands`: the initial commands of the engine's preferences, separated by ";". */
  constructor(args = [], commands = '') {
    let env = {...process.env, PYTHONPATH: ROOT}
    this.controller = new Controller(PYTHON, ['-m', 'gtp_rules', ...args], {cwd: ROOT, env})
    this.tracker = new ControllerStateTracker(this.controller)
    this.initial = commands.split(';').map(x => x.trim()).filter(x => x !== '')
    this.sent = []
    this.refused = []
    this.lines = []
    this.stderr = []
    this.controller.on('stderr', ({content}) => this.stderr.push(content))
    this.controller.on('command-sent', ({command, subscribe, getResponse}) => {
      let text = [command.name, ...(command.args || [])].join(' ')
      this.sent.push(text)
      subscribe(({line}) => this.lines.push(line))
      getResponse().then(({error, content}) => error && this.refused.push(`${text}: ${content}`), () => {})
    })
  }

  /** What is written when an engine is attached, in one burst; returns the responses. */
  async attach() {
    this.controller.start()
    let burst = ['name', 'version', 'protocol_version', 'list_commands', ...this.initial]
    let responses = await Promise.all(burst.map(text => this.controller.sendCommand(Command.fromString(text))))
    this.commands = responses[3].content.split('\n')
    return responses
  }

  async detach() {
    return await this.controller.stop(3000)
  }

  /** A line typed into the GTP console. */
  async type(text) {
    return await this.tracker.queueCommand(Command.fromString(text))
  }

  /** A line typed into the console that must succeed; returns the content. */
  async ask(text) {
    let {error, content} = await this.type(text)
    if (error) throw new Error(`${text}: ${content}`)
    return content
  }

  replay(tree, node) {
    let plan = new Plan(tree.size)
    for (let step of path(node)) {
      let stones = vertices(step, 'AB').sort()
      let isHandicap = stones.length >= 2 && plan.board.isEmpty() && this.commands.includes('set_free_handicap')
      if (isHandicap) plan.handicap([...new Set(stones.map(vertex => plan.board.stringifyVertex(vertex)))])
      for (let name of isHandicap ? ['B', 'W', 'AW'] : ['B', 'W', 'AB', 'AW']) {
        for (let vertex of vertices(step, name)) {
          if (!plan.board.get(vertex)) plan.play(SIGNS[name.at(-1)], vertex)
        }
      }
    }
    return plan
  }

  rearrange(tree, board) {
    let plan = new Plan(tree.size)
    for (let command of this.tracker.state.history) plan.repeat(command)
    for (let vertex of plan.board.diff(board)) if (board.get(vertex) !== 0) plan.play(board.get(vertex), vertex)
    return plan
  }

  rebuild(tree, board) {
    let plan = new Plan(tree.size)
    for (let x = 0; x < board.width; x++)
      for (let y = 0; y < board.height; y++) if (board.get([x, y]) !== 0) plan.play(board.get([x, y]), [x, y])
    return plan
  }

  /** Brings the engine to the position of a node. */
  async sync(tree, node) {
    let board = boardAt(tree, node)
    if (!board.isValid()) throw new Error('invalid board position')
    let ways = [() => this.replay(tree, node), () => this.rearrange(tree, board), () => this.rebuild(tree, board)]
    let plan
    for (let way of ways) {
      plan = way()
      if (plan.reaches(board)) break
    }
    if (!plan.reaches(board)) throw new Error('the arrangement cannot be recreated')
    let komi = +(tree.root.data.KM || ['0'])[0]
    await this.tracker.sync({komi, boardsize: tree.size, history: plan.commands})
  }

  /** Lets the engine move at a node; returns the node of its move. */
  async generate(tree, node, color) {
    await this.sync(tree, node)
    let {error, content} = await this.tracker.queueCommand({name: 'genmove', args: [color]})
    if (error) throw new Error(content)
    let coord = content.toLowerCase().trim()
    let vertex = ['pass', 'resign'].includes(coord) ? [-1, -1] : boardAt(tree, node).parseVertex(coord)
    let isMisread = coord !== 'pass' && coord !== 'resign' && vertex[0] < 0
    return {coord, isMisread, node: tree.append(node, {[color]: [sgf.stringifyVertex(vertex)]})}
  }

  /** The engine's board as go-board's sign map. */
  async signMap() {
    let rows = (await this.ask('showboard')).split('\n').map(line => line.match(/^\s*\d+ ([.XO ]+) \d+$/)).filter(Boolean)
    return rows.map(([, row]) => row.split(' ').map(char => ({X: 1, O: -1, '.': 0}[char])))
  }

  async status() {
    return JSON.parse(await this.ask('rules-status'))
  }
}

/** Numbers from 0 to `limit` - 1, always the same ones for a seed. */
function dice(seed) {
  let state = seed >>> 0
  return limit => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** A random move that go-board allows, as `B D4`; null if there is none. */
function randomMove(board, color, roll) {
  let free = board.signMap.flatMap((row, y) => row.map((sign, x) => [sign, [x, y]])).filter(([sign]) => sign === 0)
  while (free.length > 0) {
    let [[, vertex]] = free.splice(roll(free.length), 1)
    let {suicide, ko} = board.analyzeMove(SIGNS[color], vertex)
    if (!suicide && !ko) return `${color} ${board.stringifyVertex(vertex)}`
  }
  return null
}

/** Appends random moves that alternate, starting with `color`; returns the new nodes. */
function randomLine(tree, node, color, number, roll) {
  let nodes = []
  for (let i = 0; i < number; i++) {
    node = tree.append(node, randomMove(boardAt(tree, node), color, roll) || `${color} pass`)
    nodes.push(node)
    color = color === 'B' ? 'W' : 'B'
  }
  return nodes
}

/** The colored or uncolored sequences in a text that Sabaki draws on the board while the mouse is over them. */
function variations(text) {
  return [...text.matchAll(/\b(?:(b|black|w|white)\s+)?((?:[a-hj-z]\d+ +)+[a-hj-z]\d+)\b/gi)].map(([whole]) => whole)
}

/** Runs `body` with an attached client and detaches it afterwards. */
async function attached(args, commands, body) {
  let client = new Sabaki(args, commands)
  await client.attach()
  try {
    return await body(client)
  } finally {
    await client.detach()
  }
}

module.exports = {Sabaki, Tree, attached, boardAt, dice, path, randomLine, randomMove, variations, vertices}
