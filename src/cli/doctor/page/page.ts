// A page as it was answered: its elements, and what its addresses are relative to.
import { type Answer, headerOf } from '../http/answer.ts'
import type { Hop } from '../http/follow.ts'
import { type HtmlElement, parseHtml } from './parse-html.ts'

export interface Page {
  /** Where it ended up. */
  readonly url: URL
  readonly hops: readonly Hop[]
  readonly answer: Answer
  readonly elements: readonly HtmlElement[]
  /** What relative addresses in it are relative to. */
  readonly base: URL
}

/** Reads an answer as HTML. */
export function readPage(answer: Answer, hops: readonly Hop[]): Page {
  const elements = parseHtml(textOf(answer))
  const { url } = answer
  const href = elements.find(({ name, attributes }) => name === 'base' && attributes.has('href'))
  const base = resolve(href?.attributes.get('href') ?? '', url) ?? url
  return { url, hops, answer, elements, base }
}

/** An address in a page; `null` where it is none that can be asked. */
export function resolve(address: string, base: URL): URL | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  url.hash = ''
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  // Who may see the page may see what belongs to it; nobody else is told the password.
  if (url.origin === base.origin) [url.username, url.password] = [base.username, base.password]
  return url
}

/** In the page's own words about its characters: a byte order mark, the header, or a `<meta>` at its beginning. */
function textOf(answer: Answer): string {
  const { body } = answer
  const bom =
    body[0] === 0xfe && body[1] === 0xff
      ? 'utf-16be'
      : body[0] === 0xff && body[1] === 0xfe
        ? 'utf-16le'
        : null
  const input = bom ?? charsetIn(headerOf(answer, 'content-type') ?? '') ?? charsetOfMeta(body)
  return decoderFor(input ?? 'utf-8').decode(body)
}

const charsetIn = (text: string): string | null => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1] ?? null

function charsetOfMeta(body: Buffer): string | null {
  for (const { name, attributes } of parseHtml(body.subarray(0, 1024).toString('latin1'))) {
    if (name !== 'meta') continue
    const charset = attributes.get('charset') ?? charsetIn(attributes.get('content') ?? '')
    if (charset) return charset
  }
  return null
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
