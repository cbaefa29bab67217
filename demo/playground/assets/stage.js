// The elements in the preview: one on a light page, one on a dark page, both real.

const bench = /** @type {HTMLElement} */ (document.querySelector('[data-tag]'))
const stages = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.try-stage')])
const frame = /** @type {HTMLElement} */ (document.querySelector('.stages'))

/** The visible elements. */
export const shownElements = () => stages.flatMap(({ children }) => [...children])

/**
 * Shows a choice. An element stays the same while its attributes change, as on any page.
 * @param {{ attributes: [string, string | true][], tokens: [string, string][] }} choice
 * @param {Record<string, string>} view
 */
export function showChoice({ attributes, tokens }, view) {
  document.documentElement.dir = view.dir
  frame.dataset.width = view['preview-width']
  for (const stage of stages) {
    const isShown = view['preview-page'] === 'both' || stage.dataset.page === view['preview-page']
    stage.hidden = !isShown
    if (!isShown) stage.replaceChildren()
    else {
      const element = stage.firstElementChild ?? document.createElement(bench.dataset.tag)
      applyChoice(element, attributes, tokens, view.dir)
      // Set all attributes before inserting a new element: with only some of them it would log an error.
      if (!element.isConnected) stage.append(element)
    }
  }
}

function applyChoice(element, attributes, tokens, dir) {
  const wanted = new Map(attributes.map(([name, value]) => [name, value === true ? '' : value]))
  for (const name of element.getAttributeNames()) {
    if (name !== 'style' && !wanted.has(name)) element.removeAttribute(name)
  }
  for (const [name, value] of wanted) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  // Not the attribute `style`: the policy refuses it.
  for (const name of [...element.style]) element.style.removeProperty(name)
  for (const [name, value] of tokens) element.style.setProperty(name, value)
  // The widget uses its language's direction; here any language can be shown mirrored.
  if ((element.sentences?.dir === 'rtl') !== (dir === 'rtl')) {
    element.sentences = dir === 'rtl' ? { dir } : undefined
  }
}
