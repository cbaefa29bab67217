// The script is built from Preact and signals without parts that nothing in it reaches. A wrong line would break only the script.
import { readdirSync, readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { leaveOut, leaveOutUnused, namesIn } from '../../../scripts/leave-out.ts'
import { absent, fixed, unset, unsetInPackages, unused } from '../../../scripts/left-out.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}${name}`)

describe('a module of the packages', () => {
  test.each([
    ['a method that no component has', 'if (c.componentDidMount) run()', 'if ((void 0)) run()'],
    ['an option that nobody sets', 'options?.watched', '(void 0)'],
    ['a property that is only cleared', 'c._globalContext = NULL', 'null'],
    ['clearing two in one statement', 'r._excess = r._globalContext = NULL', 'null'],
    ['a variable with one value', 'run(isHydrating)', 'run(0)'],
    ['its assignment', 'isHydrating = oldVNode.flags', '0'],
    ['a flag that is never set', 'if (vnode._flags & MODE_HYDRATE) run()', 'if (0) run()'],
    ['a name that no element has', "if (type == 'textarea') run()", 'if (false) run()'],
    ['a name that an element cannot have', "'defaultValue' in props", 'false'],
    ['the opposite of it', "name != 'list'", 'true'],
    ['a type of node that is not there', 'node.nodeType == 8', 'false'],
    ['a signal as an attribute', 'value instanceof Signal', 'false'],
    ['a portal', 'vnode.props._parentDom', '(void 0)'],
    ['a name that signals call otherwise', 'options._diff(vnode.__e)', 'options.__b(vnode._dom)'],
    ['a method that nobody calls', 'Signal.prototype.subscribe = function () {}', ''],
  ])('loses %s', (_, code, expected) => {
    expect(leaveOut(code)).toBe(expected)
  })

  test.each([
    'component._parentDom',
    'c.componentDidMounted',
    'run({ isHydrating: 1 })',
    'function diff(isHydrating) {}',
    'flags & INSERT_VNODE',
    'depth < 8',
    "type == 'input'",
    'c.shouldComponentUpdate()',
    'c._excess = [oldDom]',
    'Signal.prototype.peek = function () {}',
  ])('keeps %s', (code) => {
    expect(leaveOut(code)).toBe(code)
  })
})

describe('the build of the script fails', () => {
  test('with a version of a package that the tables were not compared with', () => {
    expect(leaveOutUnused().buildStart).not.toThrow()
    expect(leaveOutUnused({ preact: '11.0.0' }).buildStart).toThrow(/preact \d.*scripts\/left-out\.ts/)
  })

  test('when the packages no longer have what a table names', () => {
    const plugin = leaveOutUnused()
    plugin.transform('vnode.props.is', '/node_modules/preact/src/render.js')

    expect(() => plugin.generateBundle({}, {})).toThrow(/contextType.*no longer have/s)
    expect(() => plugin.generateBundle({}, {})).not.toThrow(/\bis,/)
  })

  test.each([
    'h("textarea",{})',
    'h("input",{list:"x"})',
    'class A{componentDidMount(){}}',
    'e.is',
    'e={"form":1}',
  ])('when the script has %s', (code) => {
    expect(namesIn(code)).toHaveLength(1)
  })

  test('not for a text that contains a name', () => {
    expect(
      namesIn('noLabel="input,form,textarea";h("input",{"aria-autocomplete":"list",type:"text"})'),
    ).toEqual([])
    expect(namesIn('let is=["a"],all=[...is,"b"]')).toEqual([])
  })
})

test('the installed packages have all that the tables name', async () => {
  const found = new Set<unknown>()
  const modules = ['preact', '@preact/signals', '@preact/signals-core'].flatMap((name) =>
    filesIn(`node_modules/${name}/src/`, /(?<!\.d)\.[jt]s$/),
  )
  for (const path of modules)
    leaveOut((await transformWithOxc(read(path), path)).code, (line) => found.add(line))

  const lines = [...unset, ...unsetInPackages, ...fixed.keys(), ...absent, ...unused]
  expect(lines.filter((line) => !found.has(line))).toEqual([])
})

test('no property of ours begins with an underscore, because all of those get short names', () => {
  const ours = ['checkout/', 'elements/', 'locales/', 'platform/', 'protocol/', 'view/'].flatMap((folder) =>
    filesIn(`src/${folder}`, /\.tsx?$/),
  )

  expect(ours.length).toBeGreaterThan(50)
  expect(ours.filter((path) => /\._[a-z]|[{,]\s*_[a-z]\w*\??:/.test(read(path)))).toEqual([])
})
