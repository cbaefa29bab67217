// Parses HTML as a browser does. Only this file uses the parser, parse5.
import { parse } from 'parse5'

/** The used part of the parser's tree. */
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

/** An element of a page. */
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

/**
 * All elements that a browser would create, in order: not those in `<template>`, `<noscript>` or a comment, but those in a
 * template for a shadow root.
 */
export function parseHtml(html: string): HtmlElement[] {
  const document: Node = parse(html, { sourceCodeLocationInfo: true })
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
