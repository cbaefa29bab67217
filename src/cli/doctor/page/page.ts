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
  /** False if the HTML takes too much work, so that its end was not read. */
  readonly isWhole: boolean
  /** The base of its relative addresses. */
  readonly base: URL
}

/** Reads an answer as HTML. @throws the reason of `ended` when it is aborted */
export async function readPage(answer: Answer, hops: readonly Hop[], ended: AbortSignal): Promise<Page> {
  const { elements, isWhole } = await parseHtml(await textOf(answer, ended), ended)
  const { url } = answer
  const href = elements.find(({ name, attributes }) => name === 'base' && attributes.has('href'))
  const base = resolve(href?.attributes.get('href') ?? '', url) ?? url
  return { url, hops, answer, elements, isWhole, base }
}

/** No server accepts a longer one. */
const maxAddress = 8_192

/** Resolves an address in a page; `null` if it is not an http: or https: address. */
export function resolve(address: string, base: URL): URL | null {
  if (address.length > maxAddress || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  url.hash = ''
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  // Send the password of the page to its own origin only.
  if (url.origin === base.origin) [url.username, url.password] = [base.username, base.password]
  return url
}

/** Decodes by a byte order mark, by the charset of the header, or by a `<meta>` at the beginning. */
async function textOf(answer: Answer, ended: AbortSignal): Promise<string> {
  const { body } = answer
  const bom =
    body[0] === 0xfe && body[1] === 0xff
      ? 'utf-16be'
      : body[0] === 0xff && body[1] === 0xfe
        ? 'utf-16le'
        : null
  const input = bom ?? charsetIn(headerOf(answer, 'content-type') ?? '') ?? (await charsetOfMeta(body, ended))
  return decoderFor(input ?? 'utf-8').decode(body)
}

const charsetIn = (text: string): string | null => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1] ?? null

async function charsetOfMeta(body: Buffer, ended: AbortSignal): Promise<string | null> {
  const { elements } = await parseHtml(body.subarray(0, 1024).toString('latin1'), ended)
  for (const { name, attributes } of elements) {
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
