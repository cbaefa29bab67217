// Mistakes with the script of a page, and with the language files beside it.
import { expect, test } from 'vitest'
import { hashOf } from '../../../../src/cli/doctor/page/loaded-scripts.ts'
import { isFoundAlone, type Mistake, page, versioned } from './mistake.ts'
import {
  diagnoseShop,
  element,
  html,
  javascript,
  pageOf,
  script,
  scriptHash,
  scriptTag,
  version,
} from './small-shop.ts'

const mistakes: readonly Mistake[] = [
  {
    title: 'no script at all',
    routes: page(element, {}, ''),
    found: 'script-missing',
    change: '<script src=',
  },
  {
    title: 'a script that is not there',
    routes: { 'GET /payin-checkout.js': { status: 404 } },
    found: 'script-unreachable',
    change: 'dist/payin-checkout.js',
  },
  {
    title: 'the page in place of the script',
    routes: { 'GET /payin-checkout.js': html(pageOf()) },
    found: 'script-is-html',
    change: '/payin-checkout*.js',
  },
  {
    title: 'a script that is no JavaScript, under nosniff',
    routes: {
      'GET /payin-checkout.js': {
        headers: {
          'content-type': 'text/plain',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
        },
        body: script,
      },
    },
    found: 'script-content-type',
    change: 'text/javascript',
  },
  {
    title: 'a script that waits for consent',
    routes: page(element, {}, '<script type="text/plain" src="/payin-checkout.js"></script>'),
    found: 'script-never-runs',
    change: 'async',
  },
  {
    title: 'a script for old browsers',
    routes: page(element, {}, '<script nomodule src="/payin-checkout.js"></script>'),
    found: 'script-never-runs',
    change: 'async',
  },
  {
    title: 'two versions of the script',
    routes: {
      ...page(element, {}, `${scriptTag}<script src="/old/payin-checkout.js"></script>`),
      'GET /old/payin-checkout.js': javascript(`${script} `),
    },
    found: 'script-two-versions',
    change: 'Keep only one',
  },
  {
    title: 'the hash of another file',
    routes: page(element, {}, versioned(`sha384-${'A'.repeat(64)}`)),
    found: 'script-integrity',
    change: scriptHash,
  },
  {
    title: 'a hash that is none',
    routes: page(element, {}, versioned('md5-abc')),
    found: 'script-integrity-unreadable',
    change: scriptHash,
  },
  {
    title: 'a hash for a name that stays',
    routes: page(element, {}, `<script src="/payin-checkout.js" integrity="${scriptHash}"></script>`),
    found: 'script-integrity-stable-name',
    change: 'remove `integrity`',
  },
  {
    title: 'a name that stays, kept for ever',
    routes: { 'GET /payin-checkout.js': javascript(script, 'max-age=31536000, immutable') },
    found: 'script-kept-too-long',
    change: 'no-cache',
  },
  {
    title: 'a name that stays, kept for an hour',
    routes: { 'GET /payin-checkout.js': javascript(script, 'max-age=3600') },
    found: 'script-kept-unasked',
    change: 'no-cache',
  },
  {
    title: 'a name with a version, asked for each time',
    routes: {
      ...page(element, {}, versioned(scriptHash)),
      [`GET /payin-checkout-${version}.js`]: javascript(),
    },
    found: 'script-not-kept',
    change: 'immutable',
  },
  {
    title: 'an old version',
    routes: {
      ...page(element, {}, '<script src="/payin-checkout-0.0.9.js"></script>'),
      'GET /payin-checkout-0.0.9.js': javascript(script, 'max-age=31536000'),
    },
    found: 'script-old',
    change: `payin-checkout-${version}.js`,
  },
  {
    title: 'a script that somebody minified once more',
    routes: {
      ...page(element, {}, versioned('').replace('integrity=""', '')),
      [`GET /payin-checkout-${version}.js`]: javascript(`${script};`, 'max-age=31536000'),
    },
    found: 'script-changed',
    change: 'Serve the file unchanged',
  },
  {
    title: 'a script beside the hashes of another build',
    routes: {
      'GET /integrity.json': {
        body: JSON.stringify({ version, files: { 'payin-checkout.js': 'sha384-other' } }),
      },
    },
    found: 'script-other-build',
    change: 'of one version',
  },
  {
    title: 'no languages',
    routes: { 'GET /locales/index.json': { status: 404 } },
    found: 'languages-missing',
    change: 'locales/',
  },
  {
    title: 'the page in place of the languages',
    routes: { 'GET /locales/index.json': html(pageOf()) },
    found: 'languages-missing',
    change: 'locales/',
  },
  {
    title: 'the languages of another build',
    routes: { 'GET /locales/index.json': { body: '{"de":"sha384-x"}' } },
    found: 'languages-other-build',
    change: 'of the same version',
  },
  {
    title: 'a language that was changed',
    routes: { 'GET /locales/de.json': { body: '{"lang":"de" }' } },
    found: 'languages-broken',
    change: 'of the same version',
  },
]

test.each(mistakes)('$title is found, and nothing else', isFoundAlone)

test('a page in English needs no languages', async () => {
  const english = html(pageOf().replace('lang="de"', 'lang="en-US"'))
  const { wrong, one } = await diagnoseShop({ 'GET /': english, 'GET /locales/index.json': { status: 404 } })
  expect(wrong).toEqual([])
  expect(one('languages-not-needed').level).toBe('fine')
})

test('a widget in a bundle of the page is found by its content', async () => {
  const routes = {
    ...page(element, {}, '<script type="module" src="/app.js"></script>'),
    'GET /app.js': javascript(),
  }
  const { wrong, one } = await diagnoseShop(routes)
  expect(wrong).toEqual([])
  expect(one('script-in-bundle').seen).toContain('/app.js')
})

test('a script that may be added later is unknown, not a problem', async () => {
  const routes = {
    ...page(element, {}, '<script type="module" src="/app.js"></script>'),
    'GET /app.js': javascript(''),
  }
  const { wrong, one } = await diagnoseShop(routes)
  expect(wrong).toEqual([])
  expect(one('script-not-found').level).toBe('unknown')
})

test('the report never suggests the hash of the served file, which may be malicious', async () => {
  const tag = '<script src="/payin-checkout-0.0.9.js" integrity="sha384-AAAA"></script>'
  const evil = 'steal()'
  const { one, text } = await diagnoseShop({
    ...page(element, {}, tag),
    'GET /payin-checkout-0.0.9.js': javascript(evil),
  })
  const finding = one('script-integrity')
  expect(finding.change).toContain('do not compute it from the file')
  expect(text.split(hashOf(Buffer.from(evil))).length - 1).toBe(1)
  expect(finding.seen).toContain(hashOf(Buffer.from(evil)))
})
