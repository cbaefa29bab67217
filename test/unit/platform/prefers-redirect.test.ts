import { describe, expect, test } from 'vitest'
import { prefersRedirect } from '../../../src/platform/prefers-redirect.ts'

interface Page {
  readonly userAgent: string
  readonly opener?: unknown
  readonly standalone?: boolean
}

function prefers({ userAgent, opener = null, standalone = false }: Page): boolean {
  const matchMedia = (query: string) => ({ matches: standalone && query === '(display-mode: standalone)' })
  return prefersRedirect({ navigator: { userAgent }, opener, matchMedia })
}

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const desktop = `${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Chrome/131.0.0.0 Safari/537.36`

/** docs/internals/browser-facts.md#where-a-popup-is-only-a-tab: here a popup opens as a tab, replaces the page, or does not open. */
const redirects: [string, string][] = [
  [
    'Safari on an iPhone',
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on an iPhone',
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} CriOS/131.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on an Android phone',
    `${mozilla} (Linux; Android 10; K) ${chrome} Chrome/131.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on an Android phone', `${mozilla} (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0`],
  [
    'Samsung Internet',
    `${mozilla} (Linux; Android 14; SAMSUNG SM-S918B) ${chrome} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
  ],
  [
    'Facebook on an iPad',
    `${mozilla} (iPad; CPU OS 17_0 like Mac OS X) ${webkit} Mobile/21A329 [FBAN/FBIOS;FBAV/440.0.0.0]`,
  ],
  [
    'Facebook on an Android tablet',
    `${mozilla} (Linux; Android 13; SM-X700; wv) ${chrome} Version/4.0 Chrome/130.0 Safari/537.36 [FB_IAB/FB4A;FBAV/440.0;]`,
  ],
  [
    'Instagram',
    `${mozilla} (iPad; CPU OS 17_0 like Mac OS X) ${webkit} Mobile/15E148 Instagram 320.0.0 (iPad13,1)`,
  ],
  [
    'TikTok',
    `${mozilla} (iPad; CPU OS 17_5 like Mac OS X) ${webkit} Mobile/15E148 musical_ly_34.0 BytedanceWebview`,
  ],
  ['LINE', `${mozilla} (iPad; CPU OS 17_5 like Mac OS X) ${webkit} Mobile/15E148 Safari Line/14.1.0`],
  [
    'an Android web view',
    `${mozilla} (Linux; Android 14; SM-X700; wv) ${chrome} Version/4.0 Chrome/131.0 Safari/537.36`,
  ],
  ['an iOS web view', `${mozilla} (iPad; CPU OS 18_0 like Mac OS X) ${webkit} Mobile/15E148`],
]

const popups: [string, string][] = [
  ['Chrome on Windows', desktop],
  ['Edge', `${desktop} Edg/131.0.0.0`],
  ['Firefox on Linux', `${mozilla} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`],
  [
    'Safari on a Mac',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
  ],
  [
    'Safari on an iPad that says it is a Mac',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
  ],
  [
    'Safari on an iPad that says so',
    `${mozilla} (iPad; CPU OS 12_5 like Mac OS X) ${webkit} Version/12.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on an Android tablet',
    `${mozilla} (Linux; Android 13; SM-X700) ${chrome} Chrome/131.0.0.0 Safari/537.36`,
  ],
  ['a browser that hides its name', ''],
]

describe('a redirect is preferred', () => {
  test.each(redirects)('in %s', (_name, userAgent) => {
    expect(prefers({ userAgent })).toBe(true)
  })

  test('in an installed app, which has no tabs', () => {
    expect(prefers({ userAgent: desktop, standalone: true })).toBe(true)
  })
})

describe('a popup is preferred', () => {
  test.each(popups)('in %s', (_name, userAgent) => {
    expect(prefers({ userAgent })).toBe(false)
  })

  test('in a window that reads as standalone only because it is a popup itself', () => {
    expect(prefers({ userAgent: desktop, standalone: true, opener: {} })).toBe(false)
  })
})
