// Function bodies that WebDriver runs in the page. They search all open shadow roots.

const everything = `
  const everything = (root, found = []) => {
    for (const each of root.querySelectorAll('*')) {
      found.push(each)
      if (each.shadowRoot) everything(each.shadowRoot, found)
    }
    return found
  }
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
`

/** `(role)`: elements that may have this role; the engine decides. */
export const findByRole = `${everything}
  const tags = {
    button: 'button, [role=button], summary, input[type=submit]',
    combobox: '[role=combobox], select',
    heading: 'h1, h2, h3, [role=heading]',
    link: 'a[href]',
    option: '[role=option], option',
    radio: 'input[type=radio]',
    password: 'input[type=password]',
    textbox: 'input:not([type=password], [type=radio], [type=checkbox], [type=submit], [type=hidden], [role]), textarea',
  }
  return everything(document).filter((each) => each.matches(tags[arguments[0]]) && isShown(each))
`

/** `(element)`: the element or label to press, and its position. @throws while it cannot be pressed */
export const pointOf = `
  const [element] = arguments
  if (element.disabled || element.getAttribute('aria-disabled') === 'true') throw new Error('It is disabled.')
  const targets = [element, ...(element.labels ?? [])]
  let hit
  for (const target of targets) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = target.getBoundingClientRect()
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    hit = document.elementFromPoint(point.x, point.y)
    while (hit?.shadowRoot && !targets.includes(hit)) {
      const inner = hit.shadowRoot.elementFromPoint(point.x, point.y)
      if (!inner || inner === hit) break
      hit = inner
    }
    if (targets.some((each) => each.contains(hit))) return { target, ...point }
  }
  throw new Error('It is covered by ' + hit?.outerHTML)
`

/** `(selector)`: the rendered text; the text of shadow roots follows their hosts. */
export const deepText = `${everything}
  const texts = []
  const read = (root) => {
    texts.push(root.innerText)
    for (const host of everything(root).filter((each) => each.shadowRoot && isShown(each))) {
      for (const child of host.shadowRoot.children) if (child.localName !== 'style') texts.push(child.innerText)
    }
  }
  for (const root of document.querySelectorAll(arguments[0])) {
    if (root.shadowRoot) for (const child of root.shadowRoot.children) texts.push(child.innerText)
    read(root)
  }
  return texts.join('\\n')
`

/** The focused element, also inside shadow roots. */
export const focusedElement = `
  let element = document.activeElement
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return { element, value: element.value ?? '', caret: element.type === 'text' ? element.selectionStart : -1 }
`
