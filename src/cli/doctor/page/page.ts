// A loaded page: its elements and its base address.
import { type Answer, headerOf } from '../http/answer.ts'
import type { Hop } from '../http/follow.ts'
import { type HtmlElement, parseHtml } from './parse-html.ts'

export interface Page {
  /** The address after all redirects. */
  readonly url: URL
  readonly hops: readonly Hop[]
  readonly answer: Answer
  readonly elements: readonly HtmlElement[]
  /** The base of its relative addresses. */
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

/** Resolves an address in a page; `null` if it is not an http: or https: address. */
export function resolve(address: string, base: URL): URL | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  url.hash = ''
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  // Send the password of the page to its own origin only.
  if (url.origin === base.origin) [url.username, url.password] = [base.username, base.password]
  return url
}

/** Decodes by a byte order mark, by the charset of the header, or by a `<meta>` at the beginning. */
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
