// The copied code must match the preview for any typed text. Each framework's own parser reads it back.
import fc from 'fast-check'
import { parse as parseSvelte } from 'svelte/compiler'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { parse as parseVue } from 'vue/compiler-sfc'

interface Choice {
  readonly tag: string
  readonly attributes: readonly (readonly [string, string | true])[]
  readonly tokens: readonly (readonly [string, string])[]
  readonly script: string
  readonly integrity: string
}

type CodeFor = (framework: string, choice: Choice) => { file: string; text: string }[]

// The page's scripts are plain browser files without declarations, so this test imports one by its URL.
const file = new URL('../../../demo/playground/assets/code.js', import.meta.url).href
const { codeFor, tokenValue }: { codeFor: CodeFor; tokenValue(name: string, value: string): string } =
  await import(/* @vite-ignore */ file)

const plain: Choice = {
  tag: 'payin-checkout',
  attributes: [
    ['endpoint', '/checkout'],
    ['order', 'A-1001'],
  ],
  tokens: [],
  script: 'payin-checkout-1.2.3.js',
  integrity: 'sha384-abc+/=',
}
const hostile = [
  'a "b" \'c\'',
  '</script><b>&amp;</b>',
  '{{ x }} {y} $ {z}',
  '&amp; &lt &#65;',
  'back\\slash',
  '🎁 Ünïcode עברית',
  ' two  spaces ',
  'line\u2028and paragraph\u2029separators',
]
/** Controls keep to one line without control characters. */
const typed = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, '')),
)
const labelled = (label: string): Choice => ({
  ...plain,
  attributes: [...plain.attributes, ['label', label]],
})
const textOf = (framework: string, choice: Choice, at = 0) => codeFor(framework, choice)[at]?.text ?? ''

describe('the code to copy', () => {
  test.each([
    ['html', "addEventListener('payout-complete'"],
    ['react', 'onPayoutComplete={'],
    ['vue', '@payout-complete="thank"'],
    ['svelte', 'onpayout-complete={thank}'],
  ])('for %s listens to a payout where one is claimed', (framework, listens) => {
    const text = textOf(framework, { ...plain, tag: 'payout-claim' })

    expect(text).toContain(listens)
    expect(text).toContain('/thanks?payout=')
    expect(text).not.toMatch(/payment-|PayinCheckout/)
  })
})

describe('a typed text', () => {
  test('comes back from the code for Vue', () => {
    fc.assert(
      fc.property(typed, (label) => {
        const { descriptor, errors } = parseVue(textOf('vue', labelled(label)))
        const [element] = descriptor.template?.ast?.children ?? []
        const props = element && 'props' in element ? element.props : []
        const read = props.find(({ name }) => name === 'label')
        expect(errors).toEqual([])
        expect(read && 'value' in read ? read.value?.content : undefined).toBe(label)
      }),
    )
  })

  test('comes back from the code for Svelte', () => {
    fc.assert(
      fc.property(typed, (label) => {
        const { fragment } = parseSvelte(textOf('svelte', labelled(label)), { modern: true })
        const element = fragment.nodes.find(({ type }) => type === 'RegularElement')
        const attributes = element && 'attributes' in element ? element.attributes : []
        const read = attributes.find((each) => each.type === 'Attribute' && each.name === 'label')
        const value = read && 'value' in read && Array.isArray(read.value) ? read.value : []
        expect(value.map((piece) => (piece.type === 'Text' ? piece.data : piece.type)).join('')).toBe(label)
      }),
    )
  })

  test('comes back from the code for React', async () => {
    await fc.assert(
      fc.asyncProperty(typed, async (label) => {
        const code = textOf('react', labelled(label))
          .replace(/^import .*$/gm, '')
          .replace('export ', '')
        const jsx = { runtime: 'classic', pragma: 'h' } as const
        const { code: plainJs } = await transformWithOxc(code, 'checkout.jsx', { jsx, lang: 'jsx' })
        const render = new Function('h', 'PayinCheckout', `${plainJs}\nreturn Checkout()`)
        const props = render((_tag: unknown, given: object) => given, null)
        expect(props).toMatchObject({ endpoint: '/checkout', order: 'A-1001', label })
      }),
    )
  })

  test.each(['html', 'vue', 'svelte'])(
    'as a font ends neither its declaration nor the style (%s)',
    (framework) => {
      const font = 'A"; } </style><script>alert(1)</script> {, Georgia, "Comic \\" Sans", 12 px, serif'
      const text = textOf(framework, { ...plain, tokens: [['--payin-font', font]] })
      const declaration = /--payin-font: (.*);$/m.exec(text)?.[1] ?? ''

      expect(text.match(/<\/style>/g)).toHaveLength(1)
      expect(text).not.toContain('<script>alert')
      expect(declaration.replace(/"(?:[^"\\]|\\.)*"/g, '""')).toBe('"", Georgia, "", "", serif')
    },
  )

  test('is no color and no length unless it is one', () => {
    expect(tokenValue('--payin-accent', '#0B5fff')).toBe('#0B5fff')
    expect(tokenValue('--payin-accent', 'red; } body { display: none')).toBe('')
    expect(tokenValue('--payin-radius', '12px')).toBe('12px')
    expect(tokenValue('--payin-radius', 'calc(1px')).toBe('')
  })
})
