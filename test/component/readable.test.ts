// The contrast of texts, edges of fields and focus rings, on all kinds of pages, themes and tokens.
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contrast, seenBehind } from './contrast.ts'
import { emulateMedia } from './media.ts'
import { endMotion, type Mounted } from './mounted.ts'
import { type Screen, stories } from './stories.ts'

/** The colors that a page declares, and the preference of the shopper's system. */
interface PageColors {
  readonly is: 'light' | 'dark'
  readonly prefers: 'light' | 'dark'
  readonly scheme: string
  /** Set on the body by CSS. */
  readonly colors: { readonly background: string; readonly color: string } | null
}

const white = { background: '#fff', color: '#333' }
const black = { background: '#101216', color: '#e4e4e7' }
const pages: Record<string, PageColors> = {
  'a page without styles': { is: 'light', prefers: 'light', scheme: '', colors: null },
  'a light page': { is: 'light', prefers: 'dark', scheme: '', colors: white },
  'a light page that wrongly says it can be dark': {
    is: 'light',
    prefers: 'dark',
    scheme: 'light dark',
    colors: white,
  },
  'a dark page that does not say so': { is: 'dark', prefers: 'light', scheme: '', colors: black },
  'a dark page that says so': { is: 'dark', prefers: 'light', scheme: 'dark', colors: black },
  'a page that the system makes dark': { is: 'dark', prefers: 'dark', scheme: 'light dark', colors: null },
}

type Tokens = Record<string, string>
const text = { light: { '--payin-text': '#3b2a1a' }, dark: { '--payin-text': '#f3e9dd' } }
const surface = { light: { '--payin-surface': '#fff4e0' }, dark: { '--payin-surface': '#1e2530' } }
const clear = { light: ['transparent', 'rgb(0 0 0 / 8%)'], dark: ['transparent', 'rgb(255 255 255 / 8%)'] }
const all = {
  light: {
    ...text.light,
    ...surface.light,
    '--payin-muted': '#6b4f2e',
    '--payin-border': '#d8c3a5',
    '--payin-accent': '#8a3b12',
    '--payin-on-accent': '#fff',
    '--payin-success': '#1c6b3a',
    '--payin-danger': '#a51d12',
    '--payin-focus': '#2657c9',
  },
  dark: {
    ...text.dark,
    ...surface.dark,
    '--payin-muted': '#c3b39f',
    '--payin-border': '#46505f',
    '--payin-accent': '#ffb86b',
    '--payin-on-accent': '#2a1600',
    '--payin-success': '#7fd6a2',
    '--payin-danger': '#ff9c92',
    '--payin-focus': '#8ab4ff',
  },
}
const opposite = { light: 'dark', dark: 'light' } as const

// The first has a lightness at which black and white have almost the same contrast.
const accents = ['rgb(30 111 255)', '#4c1d95', '#ffe08a']

/** Sets of tokens for light and dark pages. `at` numbers the elements. */
const sets: Record<string, (is: 'light' | 'dark', at: number) => Tokens> = {
  'no tokens': () => ({}),
  'an accent alone': (_is, at) => ({ '--payin-accent': accents[at % accents.length] ?? '' }),
  'a text color alone': (is) => text[is],
  'a surface alone': (is) => surface[is],
  'a surface of the other kind alone': (is) => surface[opposite[is]],
  'a surface that lets the page through': (is, at) => ({ '--payin-surface': clear[is][at % 2] ?? '' }),
  'all tokens': (is) => all[is],
}
type TokensFor = (at: number) => Tokens

const themes = ['auto', 'light', 'dark'] as const
const shown: readonly Screen[] = [
  'idle',
  'creating',
  'choice',
  'choice with a mistake',
  'waiting popup',
  'phone code',
  'failed',
  'complete',
  'error',
  'amount differs',
  'choice of a bank',
]

let mounted: Mounted[] = []
beforeEach(async () => {
  document.documentElement.lang = 'en'
  await mountAll()
})

async function mountAll(): Promise<void> {
  document.body.replaceChildren()
  mounted = []
  // The last one keeps the focus, and with it its list.
  for (const screen of shown) mounted.push(await stories[screen]())
  // axe takes a text that is still clipped as one without contrast.
  for (const one of mounted) endMotion(one)
}

afterEach(async () => {
  dress({ is: 'light', prefers: 'light', scheme: '', colors: null }, () => ({}))
  await emulateMedia()
})

function dress({ scheme, colors }: PageColors, tokensFor: TokensFor, theme = 'auto'): void {
  document.documentElement.style.colorScheme = scheme
  // What the browser paints by default. axe takes a page without a background as white.
  Object.assign(document.body.style, colors ?? { background: 'Canvas', color: '' })
  for (const [at, { element }] of mounted.entries()) {
    element.removeAttribute('style')
    element.setAttribute('theme', theme)
    for (const [name, value] of Object.entries(tokensFor(at))) element.style.setProperty(name, value)
  }
}

function prefer(scheme: string): Promise<unknown> {
  return emulateMedia({ features: { 'prefers-color-scheme': scheme } })
}

async function faintTexts(): Promise<string[]> {
  const { violations, passes } = await axe.run(document.body, { runOnly: ['color-contrast'] })
  const looked = [...violations, ...passes].flatMap(({ nodes }) => nodes)
  expect(looked.length).toBeGreaterThan(40)
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${any[0]?.data?.contrastRatio} ${html.slice(0, 70)}`),
  )
}

/** Edges of fields, icons and the focus ring: what is not text needs a contrast of 3 to 1. */
function faintLines(): string[] {
  const found: string[] = []
  function check(what: string, line: string, node: Element, least = 3): void {
    const ratio = contrast(line, seenBehind(node))
    if (ratio < least) found.push(`${ratio.toFixed(2)} ${what}`)
  }
  const outer = (node: Element) => node.parentElement ?? node
  for (const { all } of mounted) {
    for (const field of all('#field')) check('edge', getComputedStyle(field).borderTopColor, outer(field))
    for (const icon of all('.panel > svg')) check('icon', getComputedStyle(icon).color, outer(icon))
    // axe does not check text on two colors.
    for (const row of all('[role=option]')) check('bank', getComputedStyle(row).color, row, 4.5)
    for (const row of all('[aria-selected=true]'))
      check('row', getComputedStyle(row).outlineColor, outer(row))
  }
  const field = mounted.at(-1)?.field()
  if (field) check('ring', getComputedStyle(field).outlineColor, outer(field))
  return found
}

describe.each(Object.entries(pages))('on %s', (_name, page) => {
  test.each(Object.entries(sets))('everything has enough contrast with %s', async (_set, tokens) => {
    await prefer(page.prefers)
    const faint: string[] = []
    for (const theme of themes) {
      const is = theme === 'auto' ? page.is : theme
      // Tokens in the page's colors do not match a forced theme, but must still be readable.
      for (const made of new Set([is, page.is])) {
        dress(page, (at) => tokens(made, at), theme)
        for (const one of [...(await faintTexts()), ...faintLines()]) faint.push(`${theme}: ${one}`)
      }
    }

    expect(faint).toEqual([])
  })
})

test.each(themes)('everything has enough contrast with forced colors in theme %s', async (theme) => {
  await emulateMedia({ features: { 'forced-colors': 'active' } })
  // Elements that are in the page already keep their colors.
  await mountAll()
  dress({ is: 'dark', prefers: 'light', scheme: '', colors: black }, () => all.dark, theme)

  const words = mounted.flatMap(({ all }) => all('p, legend, span, label, bdi, button, input'))
  const ratios = words.map((node) => contrast(getComputedStyle(node).color, seenBehind(node)))
  const edges = mounted.flatMap(({ all }) => all('.pay, .primary, .plain, .panel, #field'))
  const faint = edges.filter((node) => contrast(getComputedStyle(node).borderTopColor, seenBehind(node)) < 3)

  // Not axe, because it reads the color without the system's forced colors.
  expect(words.length).toBeGreaterThan(60)
  expect(Math.min(...ratios)).toBeGreaterThan(4.5)
  expect(faint).toEqual([])
  expect(faintLines()).toEqual([])
})

test.each(themes)(
  'on paper all texts are dark, and nothing is there to press, in theme %s',
  async (theme) => {
    await emulateMedia({ media: 'print' })
    for (const [is, colors] of Object.entries({ light: white, dark: black })) {
      dress({ is: 'dark', prefers: 'dark', scheme: is, colors }, () => all[is as 'light' | 'dark'], theme)
      const texts = mounted.flatMap(({ all }) =>
        all('.title, .text, .sum, dt, dd, legend, label').filter((node) => node.checkVisibility()),
      )
      // With its background, and without: most people print none.
      const ratios = texts.flatMap((node) => {
        const { color } = getComputedStyle(node)
        return [contrast(color, seenBehind(node)), contrast(color, ['#fff'])]
      })

      expect(texts.length).toBeGreaterThan(20)
      expect(Math.min(...ratios)).toBeGreaterThan(4.5)
      const pressed = mounted.flatMap(({ all }) => all('button, a, summary'))
      expect(pressed.filter((node) => node.checkVisibility() && !node.matches('.clear'))).toEqual([])
    }
  },
)

describe('a browser without relative colors', () => {
  function forgetRelativeColors(): void {
    for (const { element } of mounted) {
      const root = element.shadowRoot
      const [sheet] = root?.adoptedStyleSheets ?? []
      if (!root || !sheet) throw new Error('The element has no style sheet.')
      const old = new CSSStyleSheet()
      const isNew = (rule: CSSRule) =>
        rule instanceof CSSSupportsRule && /currentcolor/i.test(rule.conditionText)
      const rules = [...sheet.cssRules].filter((rule) => !isNew(rule))
      expect(rules.length).toBe(sheet.cssRules.length - 1)
      old.replaceSync(rules.map(({ cssText }) => cssText).join('\n'))
      root.adoptedStyleSheets = [old]
    }
  }

  const honest = Object.entries(pages).filter(([name]) => !/wrongly|does not say/.test(name))
  test.each(honest)('has enough contrast on %s, which declares its color-scheme', async (_name, page) => {
    forgetRelativeColors()
    await prefer(page.prefers)
    const faint: string[] = []
    for (const theme of themes) {
      for (const set of ['no tokens', 'all tokens']) {
        dress(page, (at) => sets[set]?.(theme === 'auto' ? page.is : theme, at) ?? {}, theme)
        for (const one of [...(await faintTexts()), ...faintLines()]) faint.push(`${theme}, ${set}: ${one}`)
      }
    }

    expect(faint).toEqual([])
  })

  test('has enough contrast on a dark page that declares no color-scheme, but sets all tokens', async () => {
    forgetRelativeColors()
    await prefer('light')
    dress({ is: 'dark', prefers: 'light', scheme: '', colors: black }, () => all.dark)

    expect([...(await faintTexts()), ...faintLines()]).toEqual([])
  })
})
