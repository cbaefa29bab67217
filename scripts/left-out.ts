// The parts of Preact and signals that the script never reaches. It hydrates nothing, no component has a lifecycle method or is
// suspended, and signals are read, never passed to an element as an attribute or a child. Minifiers cannot know that.
// leave-out.ts replaces what is named here by its value, and the minifiers then remove the code behind it.
//
// A wrong line breaks the script and not the modules of npm. So the build refuses other versions than those read here, lines that
// are not found, and names that the script has nevertheless. Component tests refuse elements for which code was left out
// (test/support/no-left-out.ts).

/** The versions with which every line here was compared. */
export const comparedWith = {
  preact: '11.2.0',
  '@preact/signals': '2.11.4',
  '@preact/signals-core': '1.14.5',
}

/** Properties that nothing in the script sets: reading one gives `undefined`. */
export const unset = new Set([
  // Methods of components, contexts and portals.
  ...['getDerivedStateFromProps', 'getDerivedStateFromError', 'getSnapshotBeforeUpdate', 'getChildContext'],
  ...['componentWillMount', 'componentDidMount', 'componentWillUnmount', 'componentDidCatch'],
  ...[
    'componentWillReceiveProps',
    'componentWillUpdate',
    'componentDidUpdate',
    'contextType',
    '_globalContext',
  ],
  // What runs after a render. Signals call `setState` without a callback.
  ...['_renderCallbacks', '_stateCallbacks'],
  // Preact's options, but those that signals set.
  ...['vnode', '_root', '_commit', '_hydrationMismatch', 'debounceRendering'],
  // Suspense and hydration; custom built-in elements.
  ...['_excess', '__R', 'is'],
  // Signals as attributes and as children; hooks; tools for developers.
  ...[
    '__np',
    '_updaters',
    '__f',
    '_debugCallback',
    '__PREACT_SIGNALS_DEVTOOLS__',
    'watched',
    'unwatched',
    '_watched',
    '_unwatched',
  ],
  'displayName',
])

/** The same, but modules of ours have properties of these names. `then`: what is thrown is never a promise. */
export const unsetInPackages = new Set(['context', 'event', 'name', 'then', 'u'])

/** The same for paths: no portals; elements render into an empty node first; nothing runs after a render. */
export const unsetPaths =
  /^((\w+\.p|newP)rops\._parentDom|parentDom\.firstChild|(commitQueue|c\._renderCallbacks)\.length)$/

const allAre = <Value>(value: Value, names: readonly string[]) => names.map((name) => [name, value] as const)

/** Variables with one value. */
export const fixed: ReadonlyMap<unknown, string> = new Map([
  ...allAre('0', ['isHydrating', 'MODE_HYDRATE', 'MODE_SUSPENDED', 'REF_DETACHED']),
  ...allAre('0', ['COMPONENT_PENDING_ERROR', 'COMPONENT_PROCESSING_EXCEPTION']),
  ...allAre('0', ['HAS_HOOK_STATE', 'HAS_COMPUTEDS']),
  ...allAre('null', ['excessDomChildren', 'resumed', 'commitQueue', 'callback']),
  ...allAre('null', ['provider', 'context', 'globalContext', 'componentContext']),
  ...allAre('(void 0)', ['prevDebounce', 'handled']),
  // No listener captures.
  ...allAre('false', ['useCapture', 'DEVTOOLS_ENABLED']),
])

/** No element of ours has one of these names, and none has such an attribute. */
export const absentNames = [
  ...['math', 'template', 'textarea', 'progress', 'foreignObject'],
  ...['dangerouslySetInnerHTML', 'defaultValue', 'defaultChecked', '__source'],
  ...['list', 'form', 'tabIndex', 'download', 'rowSpan', 'colSpan'],
]

/** What nothing in the script equals. 8 is the type of a comment, 9 that of a document. */
export const absent: ReadonlySet<unknown> = new Set([...absentNames, 'MATH_NAMESPACE', 8, 9])

/** Statements without an effect in the script, by their beginning. */
export const unused = [
  'BaseComponent.prototype.forceUpdate =',
  'Signal.prototype.brand =',
  'Signal.prototype.subscribe =',
  'Effect.prototype.dispose =',
  'Object.defineProperties(Signal.prototype',
  'hook(OptionsTypes.HOOK',
  'if (typeof vnode.type === "string") { let signalProps',
  'if (typeof vnode.type === "string" && (dom = ',
  'component._updateFlags |= IS_UNMOUNTED',
  'newVNode._flags &= RESET_MODE',
  'EMPTY_ARR.push.apply(c._renderCallbacks',
  'commitQueue.length =',
  'commitQueue.some(',
  // Attributes of SVG elements have their own names.
  'name = name.replace(/xlink',
]

/** Signals call these by the names in Preact's built file. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['_diff', '__b'],
  ['_render', '__r'],
  ['_catchError', '__e'],
  ['.__c', '._component'],
  ['.__e', '._dom'],
  ['OptionsTypes.DIFF', '"__b"'],
  ['OptionsTypes.RENDER', '"__r"'],
  ['OptionsTypes.CATCH_ERROR', '"__e"'],
  ['OptionsTypes.DIFFED', '"diffed"'],
  ['OptionsTypes.UNMOUNT', '"unmount"'],
])
