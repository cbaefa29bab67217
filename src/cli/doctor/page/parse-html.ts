// HTML as a browser reads it, by parse5: the one place that knows the parser.
import { parse } from 'parse5'

/** What is used of the parser's tree. */
interface Node {
  readonly nodeName: string
  readonly tagName?: string
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
  /** Of a `<template>`. */
  readonly content?: Node
  readonly sourceCodeLocation?: { readonly startLine: number; readonly endTag?: unknown } | null
}

/** An element as it stands in the page. */
export interface HtmlElement {
  /** In small letters. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** From 1; `null` for what the parser has added. */
  readonly line: number | null
  /** Whether an end tag is there; without one, what follows became its content. */
  readonly isClosed: boolean
  /** Whether it stands in `<head>`. */
  readonly isInHead: boolean
  /** The text directly in it. */
  readonly text: string
  /** Of the nearest element around it that has one, or its own. */
  readonly lang: string | null
}

/**
 * All elements that a browser would make of a page, in their order. What stands in `<template>`, `<noscript>` or a comment is
 * none; what stands in a template for a shadow root is.
 */
export function parseHtml(html: string): HtmlElement[] {
  const document: Node = parse(html, { sourceCodeLocationInfo: true })
  const elements: HtmlElement[] = []
  // A stack of our own: a page may be nested deeper than functions may call each other.
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
