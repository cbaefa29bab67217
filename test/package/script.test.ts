// The built script, also where it has no address of its own because it is pasted into the page.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { assertBuilt, dist } from './built.ts'

beforeAll(assertBuilt)

/** Runs the built script in a fake page that has only what registering needs. */
function runScript(src: string): string[] {
  const defined: string[] = []
  class HTMLScriptElement {
    src = src
  }
  runInNewContext(readFileSync(`${dist}payin-checkout.js`, 'utf8'), {
    URL,
    HTMLElement: class {},
    HTMLScriptElement,
    customElements: { get: () => undefined, define: (name: string) => defined.push(name) },
    document: { currentScript: new HTMLScriptElement() },
  })
  return defined.sort()
}

// The last two: optimisers of shop systems load scripts like that, and no address can be below one of them.
test.each([
  'https://shop.example/payin-checkout.js',
  '',
  'data:text/javascript,0',
  'blob:https://shop.example/0f',
])('the script registers the elements, loaded from "%s"', (src) => {
  expect(runScript(src)).toEqual(['payin-checkout', 'payin-return', 'payout-claim'])
})

// An explicit compile hint of V8. The comment counts only before all code.
test('the script begins with the hint to compile all its functions while it arrives', () => {
  expect(readFileSync(`${dist}payin-checkout.js`, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('the script names the packages that it contains, with their licences', () => {
  const [, line] = readFileSync(`${dist}payin-checkout.js`, 'utf8').split('\n')
  const [, contained, file] = /Contains (.+), MIT License: (\S+)/.exec(line ?? '') ?? []
  const titles = contained?.split(', ') ?? []
  const licenses = readFileSync(`${dist}${file}`, 'utf8')

  expect(titles.map((title) => title.replace(/ [\d.]+ \(MIT\)$/, ''))).toEqual([
    '@preact/signals',
    '@preact/signals-core',
    'preact',
  ])
  for (const title of titles) expect(licenses).toContain(title)
  expect(licenses.split('Permission is hereby granted, free of charge')).toHaveLength(titles.length + 1)
})

test('the script is ASCII, so that it also works in a page with another encoding', () => {
  const code = readFileSync(`${dist}payin-checkout.js`, 'latin1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(code.match(/[^\x00-\x7f]/g)).toBeNull()
})

test('the script registers no unload listener, which would keep a page out of the back/forward cache', () => {
  const code = readFileSync(`${dist}payin-checkout.js`, 'utf8')
  expect(code).toContain('pagehide')
  expect(code.match(/["'`](before)?unload["'`]|onunload|onbeforeunload/g)).toBeNull()
})

test('the script loads no code later, so that its hash covers all code, and sends no telemetry', () => {
  const code = readFileSync(`${dist}payin-checkout.js`, 'utf8')
  expect(
    code.match(/\bimport\s*\(|\beval\s*\(|\bFunction\s*\(|["'`]script["'`]|sendBeacon|importScripts/g),
  ).toBeNull()
})
