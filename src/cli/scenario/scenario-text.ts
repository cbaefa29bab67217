// Parses the YAML of a scenario, and finds the line of each part for messages.
import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml'

export interface ScenarioText {
  /** Only mappings, lists and texts: 49.90 keeps its zero, and `no` is not a boolean. */
  readonly value: unknown
  /** The line of a path, from 1. If nothing is at the path, the line of its nearest parent. */
  lineOf(path: readonly PropertyKey[]): number
  /** The line of a key in the mapping at a path. */
  lineOfKey(path: readonly PropertyKey[], key: string): number
}

export type ParsedText =
  | { readonly ok: true; readonly text: ScenarioText }
  | { readonly ok: false; readonly mistakes: readonly { line: number; sentence: string }[] }

// In `{ payin: ${first.id} }` the YAML parser would take the inner braces as a mapping. Replace them while parsing by two
// private-use characters, one for one, so that all positions stay the same.
const [opening, closing] = ['\ue000', '\ue001']
const hidden = (text: string) =>
  text.replace(/\$\{([^{},\n"'#]*)(\}?)/g, (_, inside: string, end: string) => {
    return `$${opening}${inside}${end === '' ? '' : closing}`
  })
const shown = (text: string) => text.replaceAll(opening, '{').replaceAll(closing, '}')

export function parseScenarioText(source: string): ParsedText {
  const lines = new LineCounter()
  const document = parseDocument(hidden(source), {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(({ pos, message }) => ({
      line: lineAt(pos[0]),
      sentence: shown(message),
    }))
    return { ok: false, mistakes }
  }
  const lineOfNode = (node: Node | undefined) => (node?.range ? lineAt(node.range[0]) : 1)
  const data = dataOf(document)
  if (data === undefined) return { ok: false, mistakes: [{ line: 1, sentence: 'has too many aliases.' }] }
  return {
    ok: true,
    text: {
      value: withShownTexts(data),
      lineOf: (path) => lineOfNode(nodeAt(document, path)),
      lineOfKey(path, key) {
        const map = nodeAt(document, path)
        const pair = isMap(map)
          ? map.items.find((item) => isScalar(item.key) && item.key.value === key)
          : undefined
        return lineOfNode(isNode(pair?.key) ? pair.key : map)
      },
    },
  }
}

/** `undefined` if nested aliases would expand a small file to a very large value. */
function dataOf(document: Document): unknown {
  // An empty file.
  if (document.contents === null) return {}
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    return undefined
  }
}

function nodeAt(document: Document, path: readonly PropertyKey[]): Node | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node
  }
  return undefined
}

function withShownTexts(value: unknown): unknown {
  if (typeof value === 'string') return shown(value)
  if (Array.isArray(value)) return value.map(withShownTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withShownTexts(each)]))
}
