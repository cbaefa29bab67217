// A screen of ours as plain values: what other ways to draw the very same have to draw.

export interface ScreenNode {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (ScreenNode | string)[]
}

export interface Screen {
  readonly nodes: readonly ScreenNode[]
  readonly css: string
}

declare global {
  /** Put before the elements that draw it. */
  var screenToDraw: Screen
}

/** Reads what an element has drawn. */
export function readScreen(root: ShadowRoot): Screen {
  const rules = root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules])
  return { nodes: [...root.children].map(readNode), css: rules.map(({ cssText }) => cssText).join('\n') }
}

function readNode(element: Element): ScreenNode {
  return {
    tag: element.localName,
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    children: [...element.childNodes].map((node) =>
      node instanceof Element || node.nodeType === 1 ? readNode(node as Element) : (node.textContent ?? ''),
    ),
  }
}

/** The style sheet of all elements that draw the screen. */
export function sheetOf({ css }: Screen): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
