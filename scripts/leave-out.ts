// Builds the script from the sources of Preact and signals, without the parts that left-out.ts names.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Alias, type Plugin, parseAst, type Rolldown } from 'vite'
import {
  absent,
  absentNames,
  comparedWith,
  fixed,
  renamed,
  unset,
  unsetInPackages,
  unsetPaths,
  unused,
} from './left-out.ts'

/** Properties of Preact and signals that only they use. The script gives them short names. */
export const packageNames = '_(?!_)\\w+'

const installed = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

/** The sources, because their variables have names. */
export const sources: Alias[] = [
  { find: /^preact$/, replacement: installed('preact/src/index.js') },
  { find: /^preact\/hooks$/, replacement: fileURLToPath(new URL('no-hooks.ts', import.meta.url)) },
  { find: /^@preact\/signals$/, replacement: installed('@preact/signals/src/index.ts') },
  { find: /^@preact\/signals-core$/, replacement: installed('@preact/signals-core/src/index.ts') },
]
const isSource = (path: string) => /\/(preact|@preact\/signals(-core)?)\/src\//.test(path)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly value?: unknown
  readonly operator?: string
  readonly computed?: boolean
  readonly left?: Node
  readonly right?: Node
  readonly expression?: Node
  readonly property?: Node
}

/** @param onFound gets each line of the tables that applies to the module */
export function leaveOut(code: string, onFound: (line: unknown) => void = () => {}): string {
  const edits: { readonly node: Node; readonly by: string }[] = []
  const textOf = ({ start, end }: Node) => code.slice(start, end)

  function isUnset({ type, computed, property, expression, ...node }: Node): boolean {
    if (type === 'ChainExpression' && expression) return isUnset(expression)
    const name = type === 'MemberExpression' && !computed ? (property?.name ?? '') : ''
    const found = unset.has(name) || unsetInPackages.has(name)
    if (found) onFound(name)
    return found || unsetPaths.test(textOf({ type, ...node }))
  }

  const isNothing = (node: Node): boolean =>
    /^(undefined|null|NULL|\[\])$/.test(textOf(node)) ||
    fixed.get(node.name) === 'null' ||
    isUnset(node) ||
    setsNothing(node)

  const setsNothing = ({ type, left, right }: Node): boolean =>
    type === 'AssignmentExpression' && left && right ? isNothing(right) && isUnset(left) : false

  function fixedIn(node: Node | undefined): string | undefined {
    const value = fixed.get(node?.name)
    if (value) onFound(node?.name)
    return value
  }

  function compared({ operator = '', left, right }: Node): string | undefined {
    if (operator === '&') return fixedIn(right) === '0' ? '0' : undefined
    if (operator === 'instanceof') return right?.name === 'Signal' ? 'false' : undefined
    const line = [left, right].map((side) => side?.value ?? side?.name).find((side) => absent.has(side))
    if (line === undefined || !/^([!=]==?|in)$/.test(operator)) return undefined
    onFound(line)
    return `${operator.startsWith('!')}`
  }

  function isUnused(node: Node): boolean {
    const text = textOf(node).replace(/\s+/g, ' ')
    const line = unused.find((start) => text.startsWith(start))
    onFound(line)
    return line !== undefined
  }

  /** What stands in place of the node. @param role its place in the node around it */
  function replacementOf(node: Node, role: string): string | undefined {
    switch (node.type) {
      case 'ExpressionStatement':
      case 'IfStatement':
        return isUnused(node) ? '' : undefined
      case 'AssignmentExpression':
        return fixedIn(node.left) ?? (setsNothing(node) ? 'null' : undefined)
      case 'BinaryExpression':
        return compared(node)
      case 'ChainExpression':
      case 'MemberExpression':
        return role !== 'AssignmentExpression.left' && isUnset(node) ? '(void 0)' : undefined
      case 'Identifier':
        return /\.(params|id|key|property|imported|local|exported)$/.test(role) ? undefined : fixedIn(node)
      default:
        return undefined
    }
  }

  function walk(node: Node, role: string): void {
    const by = replacementOf(node, role)
    if (by !== undefined) {
      edits.push({ node, by })
      return
    }
    for (const [name, value] of Object.entries(node))
      for (const child of [value].flat()) if (child?.type) walk(child, `${node.type}.${name}`)
  }

  walk(parseAst(code), '')
  const text = edits
    .sort((a, b) => b.node.start - a.node.start)
    .reduce((text, { node, by }) => text.slice(0, node.start) + by + text.slice(node.end), code)
  return text.replace(/\.__[ce]\b|\b_[a-zA-Z]+\b|\bOptionsTypes\.\w+/g, (name) => renamed.get(name) ?? name)
}

/** Names of the tables that a script has as a property, an attribute or an element. A short variable may be spread. */
export function namesIn(script: string): string[] {
  return [...unset, ...absentNames].filter((name) =>
    new RegExp(
      `(?<!\\.\\.)\\.${name}\\b|[{,]["'\`]?${name}["'\`]?:|[{};]${name}\\(|\\(["'\`]${name}["'\`]`,
    ).test(script),
  )
}

const otherVersions = (versions: { readonly [name: string]: string }): string[] =>
  Object.entries(versions).flatMap(([name, version]) => {
    const now = JSON.parse(readFileSync(installed(`${name}/package.json`), 'utf8')).version
    return now === version ? [] : [`${name} ${now}`]
  })

/**
 * Applies `leaveOut`. It fails the build when the tables do not fit the packages or the script.
 * @param versions of the packages, as the tables were compared with
 */
export function leaveOutUnused(versions: { readonly [name: string]: string } = comparedWith) {
  const found = new Set<unknown>()
  const refuse = (names: readonly unknown[], problem: string) => {
    if (names.length > 0) throw new Error(`${names.join(', ')}: ${problem} See scripts/left-out.ts.`)
  }
  return {
    name: 'leave-out-unused',
    buildStart: () =>
      refuse(otherVersions(versions), 'read what changed in it, then run the journeys and engines.'),
    transform: (code: string, id: string) =>
      isSource(id) ? leaveOut(code, (line) => found.add(line)) : undefined,
    generateBundle(_: unknown, bundle: Rolldown.OutputBundle) {
      const lines = [...unset, ...unsetInPackages, ...fixed.keys(), ...absent, ...unused]
      refuse(
        lines.filter((line) => !found.has(line)),
        'Preact and signals no longer have this.',
      )
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') refuse(namesIn(file.code), 'The script uses what it leaves out.')
    },
  } satisfies Plugin
}
