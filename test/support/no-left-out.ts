// The script leaves out parts of Preact (scripts/left-out.ts). The modules that are tested here contain all of it, so a test could
// pass that uses such a part, and only the script would fail. So a test that draws an element with one fails.
import { Signal } from '@preact/signals'
import { options, type VNode } from 'preact'
import { absentNames } from '../../scripts/left-out.ts'

const { vnode: before } = options

options.vnode = (node) => {
  before?.(node)
  const used = typeof node.type === 'string' ? leftOutOf(node.type, node.props) : []
  if (used.length > 0)
    throw new Error(`The script has no code for ${used} of <${node.type}>: scripts/left-out.ts.`)
}

function leftOutOf(type: string, { children, ...attributes }: VNode['props']): string[] {
  const names = [type, ...Object.keys(attributes)].filter(
    (name) => absentNames.includes(name) || /^(xlink.*|className|.*Capture)$/.test(name),
  )
  const isSignal = [children, Object.values(attributes)]
    .flat(Infinity)
    .some((value) => value instanceof Signal)
  return isSignal ? [...names, 'a signal'] : names
}
