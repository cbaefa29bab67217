// The documents as tests read them: their fenced blocks, their tables, their headings.
import { readdirSync, readFileSync } from 'node:fs'
import { createAnchors } from '../../docs/site/headings.ts'

export { tableOf } from './tables.ts'

const root = new URL('../../', import.meta.url)

/** Every document for readers outside of this project. */
export const documents: readonly string[] = [
  'README.md',
  'llms.txt',
  'SECURITY.md',
  ...markdownIn('docs/'),
  'server-example/README.md',
  'examples/php/README.md',
  'examples/go/README.md',
  'src/sandbox/README.md',
]

function markdownIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name)
    .sort()
}

export function readDocument(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}

export interface Block {
  readonly file: string
  /** Line of its opening fence, from 1. */
  readonly line: number
  /** Empty if the fence names none. */
  readonly language: string
  readonly code: string
}

/** Location of a block, as an editor opens it. */
export const placeOf = ({ file, line }: Pick<Block, 'file' | 'line'>): string => `${file}:${line}`

/** The fenced blocks of a document; one inside a list loses the list's indent. */
export function blocksOf(file: string, text = readDocument(file)): Block[] {
  const blocks: Block[] = []
  let open: { indent: string; language: string; line: number; code: string[] } | null = null
  text.split('\n').forEach((row, at) => {
    const [, indent = '', language = ''] = /^(\s*)```(\S*)/.exec(row) ?? []
    if (!row.trimStart().startsWith('```'))
      open?.code.push(row.startsWith(open.indent) ? row.slice(open.indent.length) : row)
    else if (!open) open = { indent, language, line: at + 1, code: [] }
    else {
      blocks.push({ file, line: open.line, language: open.language, code: open.code.join('\n') })
      open = null
    }
  })
  if (open) throw new Error(`${file}:${(open as Block).line}: the block has no end.`)
  return blocks
}

/** All blocks of all documents, or those of these languages. */
export function allBlocks(...languages: readonly string[]): Block[] {
  const blocks = documents.flatMap((file) => blocksOf(file))
  return languages.length === 0 ? blocks : blocks.filter(({ language }) => languages.includes(language))
}

/** The only program of a document with these texts: a TypeScript or JavaScript module that imports what it uses. */
export function programWith(file: string, ...marks: readonly string[]): string {
  const programs = blocksOf(file).filter(
    ({ language, code }) => ['ts', 'mjs'].includes(language) && marks.every((mark) => code.includes(mark)),
  )
  const [only, ...others] = programs
  if (!only || others.length > 0)
    throw new Error(
      `${programs.length} programs of ${file} have the text ${marks.join(' and ')}; one must have it.`,
    )
  return only.code
}

/** The prose of a document. */
export const withoutBlocks = (text: string): string => text.replace(/^\s*```[\s\S]*?^\s*```$/gm, '')

/** All code spans. */
export const codeIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

/** The anchors of a document's headings on a code host and on the site. */
export function anchorsOf(text: string): string[] {
  const anchorFor = createAnchors()
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorFor(heading))
}

/** The targets of a document's links, as written. */
export const linksOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '')
