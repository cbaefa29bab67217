// JSX straight to the DOM. A view is a function of the state; `h` describes, `patch` makes the page so.
// By hand, because it is all that these screens need and a rendering library was a quarter of the script
// (docs/decisions/no-rendering-library.md). Attributes and listeners only: no markup is ever parsed (FACTS 19).

export type Child = Description | string | false | null | undefined | readonly Child[]

type Props = { readonly [name: string]: unknown }
type Component<P> = (props: P & { readonly children?: Child }) => Child

interface Description {
  readonly tag: string
  readonly props: Props
  readonly children: readonly Child[]
}

/** Describes an element, or calls a component: it has no life of its own. */
export function h<P>(tag: string | Component<P>, props: (P & Props) | null, ...children: Child[]): Child {
  if (typeof tag === 'string') return { tag, props: props ?? {}, children }
  return tag({ ...(props as P & Props), children })
}

/** Several children without an element around them. */
export function Fragment({ children }: { readonly children?: Child }): Child {
  return children
}

/**
 * Makes the children of an element what a view describes. What fits stays: it is looked for behind what has gone,
 * so that a button keeps the focus when a notice appears above it. `key` tells apart what must not be reused: a
 * "check" button that turned into "cancel" under the shopper's finger would be pressed by mistake.
 */
export function patch(parent: Element, view: Child): void {
  let at = parent.firstChild
  for (const child of flatten(view)) {
    let fits = at
    while (fits && !isSame(fits, child)) fits = fits.nextSibling
    if (fits) {
      while (at !== fits) at = remove(at as ChildNode)
      at = fits.nextSibling
    } else {
      fits = parent.insertBefore(create(parent, child), at)
    }
    if (typeof child === 'string') {
      if (fits.nodeValue !== child) fits.nodeValue = child
    } else {
      setProps(fits as Element, child.props)
      patch(fits as Element, child.children)
    }
  }
  while (at) at = remove(at)
}

function flatten(view: Child): (Description | string)[] {
  if (Array.isArray(view)) return view.flatMap(flatten)
  return view === false || view === null || view === undefined || view === '' ? [] : [view as Description]
}

function remove(node: ChildNode): ChildNode | null {
  const after = node.nextSibling
  node.remove()
  return after
}

/** What each node was described as last. */
const described = new WeakMap<Node, Props>()

function isSame(node: Node, child: Description | string): boolean {
  return typeof child === 'string'
    ? node.nodeType === 3
    : node.nodeName.toLowerCase() === child.tag && described.get(node)?.key === child.props.key
}

function create(parent: Element, child: Description | string): ChildNode {
  if (typeof child === 'string') return document.createTextNode(child)
  const space = child.tag === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI
  return document.createElementNS(space, child.tag)
}

/** Set as a property: the shopper may have changed it since the attribute was written. */
const isProperty = /^(value|checked)$/

function setProps(element: Element, props: Props): void {
  const holder = element as unknown as Record<string, unknown>
  for (const name of Object.keys({ ...described.get(element), ...props })) {
    const value = props[name]
    if (name.startsWith('on')) {
      // Nothing is returned: a listener that answered `false` would have prevented the browser's own action.
      const listener = value as ((event: Event) => void) | undefined
      holder[name.toLowerCase()] = listener && ((event: Event) => void listener(event))
    } else if (isProperty.test(name)) {
      if (holder[name] !== value) holder[name] = value
    } else if (isNone(value)) element.removeAttribute(name)
    else if (name !== 'key' && element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? '' : String(value))
    }
  }
  described.set(element, props)
}

/** `aria-busy={false}` is a word, `disabled={false}` an absence: give ARIA its words as strings. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === false
}

export declare namespace h {
  namespace JSX {
    type Element = Child
    interface IntrinsicElements {
      [tag: string]: Props & { readonly children?: Child } & {
        /** Set as `onclick`, `oninput` …: one listener of a kind. */
        readonly [listener: `on${string}`]: ((event: never) => void) | false | undefined
      }
    }
    interface ElementChildrenAttribute {
      children: unknown
    }
    interface IntrinsicAttributes {
      readonly key?: string
    }
  }
}
