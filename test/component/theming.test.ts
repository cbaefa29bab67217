// docs/theming.md lists the default colors of the tokens.
import { afterEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { mount } from './mounted.ts'
import { stories } from './stories.ts'

afterEach(() => {
  Object.assign(document.body.style, { background: '', color: '' })
})

/** Token, light, dark. */
async function documented(): Promise<readonly (readonly [string, string, string])[]> {
  const page = await commands.readFile('docs/theming.md')
  const rows = [...page.matchAll(/^\| `(--payin-[a-z-]+)` \|[^|]*\| (.+) \| (.+) \|$/gm)]
  return rows.map(([, token = '', light = '', dark = '']) => [token, light, dark])
}

/** A color as six hexadecimal digits. */
function digits(color: string): string {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) throw new Error('There is no canvas.')
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

test.each([
  ['light', '#fff', '#222'],
  ['dark', '#101216', '#eee'],
] as const)(
  'docs/theming.md has the right default of each token on a %s page',
  async (is, background, color) => {
    Object.assign(document.body.style, { background, color })
    const { element, all } = mount()
    const probe = element.shadowRoot?.appendChild(document.createElement('p'))
    const style = probe && getComputedStyle(probe)
    if (!probe || !style) throw new Error('The element is not in the page.')
    const rows = await documented()
    const wrong: string[] = []
    for (const [token, light, dark] of rows) {
      const documented = (is === 'light' ? light : dark).replaceAll('`', '')
      if (!documented.startsWith('#')) continue
      probe.style.color = token.replace(/--payin-(.+)/, 'var(--_$1)')
      if (digits(style.color) !== documented)
        wrong.push(`${token}: ${digits(style.color)}, not ${documented}`)
    }

    expect(rows).toHaveLength(11)
    expect(wrong).toEqual([])
    expect(style.fontFamily).toBe(rows.find(([token]) => token === '--payin-font')?.[1].replaceAll('`', ''))
    const pay = all('.pay')[0]
    expect(pay && getComputedStyle(pay).borderTopLeftRadius).toBe('10px')
  },
)

test('a page removes the card of a forced theme with the two documented lines', async () => {
  const [, css = ''] = /```css\n(payin-checkout\[theme="dark"\] [^`]+)```/.exec(
    await commands.readFile('docs/theming.md'),
  ) ?? ['']
  const { element } = await stories.idle({ theme: 'dark' })
  const cardOf = () => [getComputedStyle(element).padding, digits(getComputedStyle(element).backgroundColor)]
  const before = cardOf()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replaceAll('payin-checkout', 'test-checkout'))
  document.adoptedStyleSheets = [sheet]
  const after = cardOf()
  document.adoptedStyleSheets = []

  expect(before).toEqual(['12px', '#131313'])
  expect(after).toEqual(['0px', '#000000'])
})
