// The output of an element as text: two compared programs must draw the same.

/** One line for each element, text and style rule, without invisible ones: an empty text, an empty `style`. */
export function readScreen(root: ShadowRoot): string {
  const rules = root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules])
  return [...linesOf(root, ''), ...rules.map(({ cssText }) => cssText)].join('\n')
}

/** Adjacent text nodes count as one text. */
function linesOf(parent: Node, indent: string): string[] {
  const lines: string[] = []
  let text = ''
  const endText = () => {
    if (text !== '') lines.push(`${indent}"${text}"`)
    text = ''
  }
  for (const node of parent.childNodes) {
    if (node.nodeType === 3) text += node.textContent ?? ''
    else if (node.nodeType === 1) {
      endText()
      lines.push(indent + tagOf(node as Element), ...linesOf(node, `${indent}  `))
    }
  }
  endText()
  return lines
}

function tagOf({ localName, attributes }: Element): string {
  const set = [...attributes].filter(({ name, value }) => name !== 'style' || value !== '')
  return ['', localName, ...set.map(({ name, value }) => `${name}="${value}"`).sort()].join(' ').trim()
}
