// The accessibility audit of every screen, in every theme and writing direction.
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { screens, stories } from './stories.ts'

const looks = [
  { name: 'light', theme: 'light', dir: 'ltr', background: '#fff' },
  { name: 'dark', theme: 'dark', dir: 'ltr', background: '#101216' },
  { name: 'right to left', theme: 'light', dir: 'rtl', background: '#fff' },
] as const

describe.each(looks)('in $name', ({ theme, dir, background }) => {
  beforeEach(() => {
    document.documentElement.lang = 'en'
    document.documentElement.dir = dir
    document.body.style.background = background
  })
  afterEach(() => {
    document.documentElement.dir = 'ltr'
    document.body.style.background = ''
  })

  test.each(screens)('the screen “%s” has no axe violation', async (screen) => {
    const { element } = await stories[screen]({ theme })

    const { violations, passes } = await axe.run(element, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Rules for whole pages: an element is neither a landmark nor a document.
      rules: { region: { enabled: false } },
    })

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(passes.length).toBeGreaterThan(0)
  })
})

test.each(screens)('every id reference in “%s” has a target', async (screen) => {
  const { element } = await stories[screen]()
  const root = element.shadowRoot
  const names = ['aria-describedby', 'aria-controls', 'aria-activedescendant', 'for']
  const ids = names.flatMap((name) =>
    [...(root?.querySelectorAll(`[${name}]`) ?? [])].map((node) => node.getAttribute(name)),
  )

  expect(ids.filter((id) => !root?.querySelector(`#${id}`))).toEqual([])
})

test.each(screens)('“%s” has each id once', async (screen) => {
  const { all } = await stories[screen]()
  const ids = all('[id]').map(({ id }) => id)

  expect(ids).toEqual([...new Set(ids)])
})

test('the audit detects a button without a name', async () => {
  document.body.append(document.createElement('button'))
  const { violations } = await axe.run(document.body, { runOnly: ['button-name'] })

  expect(violations.map(({ id }) => id)).toEqual(['button-name'])
})
