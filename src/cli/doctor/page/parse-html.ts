// Parses HTML as a browser does, with bounded work. Only this file uses the parser, parse5.
//
// A limit on bytes is none: in 33 kB, each `<p>` after unclosed formatting tags makes all of them anew, which is millions of
// elements. Other pages make the parser search long lists for each tag. So the elements are counted as they are made, the page
// is parsed in pieces with a time limit, and between two pieces Ctrl-C is noticed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser } from 'parse5'

/** Elements and attributes of one page. Far more than any shop has; a browser is slow with so many. */
const maxParts = 200_000
/** Of one element. */
const maxAttributes = 1_000
/** Of the elements that each lead to checks of their own. */
const maxOfName: Readonly<Record<string, number>> = {
  'payin-checkout': 1_000,
  'payout-claim': 1_000,
  meta: 1_000,
}
const timeLimitMs = 5_000
const pieceLength = 8_192

class TooMuchWork extends Error {}

interface Node {
  readonly nodeName: string
  readonly tagName?: string
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
  /** Only for a `<template>`. */
  readonly content?: Node
  readonly sourceCodeLocation?: { readonly startLine: number; readonly endTag?: unknown } | null
}

export interface HtmlElement {
  /** In lower case. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** From 1; `null` for an element that the parser added. */
  readonly line: number | null
  /** Whether there is an end tag. Without one, the following content became its children. */
  readonly isClosed: boolean
  /** Whether it is in `<head>`. */
  readonly isInHead: boolean
  /** Its own text, without that of its children. */
  readonly text: string
  /** Its own `lang`, or the one of the nearest parent. */
  readonly lang: string | null
}

export interface ParsedHtml {
  readonly elements: readonly HtmlElement[]
  /** False if a limit ended the work before the end of the page. */
  readonly isWhole: boolean
}

/**
 * All elements that a browser would create, in order: not those in `<template>`, `<noscript>` or a comment, but those in a
 * template for a shadow root.
 * @throws the reason of `ended` when it is aborted
 */
export async function parseHtml(html: string, ended: AbortSignal): Promise<ParsedHtml> {
  const { document, isWhole } = await parseInPieces(html, ended)
  const elements = elementsIn(document)
  const counts = new Map<string, number>()
  const kept = elements.filter(({ name }) => {
    if (maxOfName[name] === undefined) return true
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return (counts.get(name) ?? 0) <= maxOfName[name]
  })
  return { elements: kept, isWhole: isWhole && kept.length === elements.length }
}

async function parseInPieces(
  html: string,
  ended: AbortSignal,
): Promise<{ readonly document: Node; readonly isWhole: boolean }> {
  let parts = 0
  const parser = new Parser<DefaultTreeAdapterMap>({
    sourceCodeLocationInfo: true,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(name, namespace, attributes) {
        parts += 1 + attributes.length
        if (parts > maxParts || attributes.length > maxAttributes) throw new TooMuchWork()
        return defaultTreeAdapter.createElement(name, namespace, attributes)
      },
    },
  })
  const until = performance.now() + timeLimitMs
  try {
    for (let at = 0; at < html.length; at += pieceLength) {
      await nextTurn()
      ended.throwIfAborted()
      if (performance.now() > until) throw new TooMuchWork()
      parser.tokenizer.write(html.slice(at, at + pieceLength), false)
    }
    parser.tokenizer.write('', true)
    return { document: parser.document, isWhole: true }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return { document: parser.document, isWhole: false }
  }
}

function elementsIn(document: Node): HtmlElement[] {
  const elements: HtmlElement[] = []
  // An explicit stack, because a deeply nested page would overflow the call stack.
  const rest: { node: Node; isInHead: boolean; lang: string | null }[] = [
    { node: document, isInHead: false, lang: null },
  ]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node } = next
    const attributes = new Map(node.attrs?.map(({ name, value }) => [name, value]))
    const isInHead = next.isInHead || node.tagName === 'head'
    const lang = attributes.get('lang') ?? next.lang
    if (node.tagName !== undefined) elements.push(elementOf(node, node.tagName, attributes, isInHead, lang))
    const isShadow = attributes.has('shadowrootmode')
    const children = [...((isShadow ? node.content?.childNodes : null) ?? []), ...(node.childNodes ?? [])]
    for (const child of children.reverse()) rest.push({ node: child, isInHead, lang })
  }
  return elements
}

function elementOf(
  { childNodes, sourceCodeLocation }: Node,
  name: string,
  attributes: ReadonlyMap<string, string>,
  isInHead: boolean,
  lang: string | null,
): HtmlElement {
  return {
    name,
    attributes,
    line: sourceCodeLocation?.startLine ?? null,
    isClosed: Boolean(sourceCodeLocation?.endTag),
    isInHead,
    text: (childNodes ?? []).map((child) => (child.nodeName === '#text' ? child.value : '')).join(''),
    lang,
  }
}
