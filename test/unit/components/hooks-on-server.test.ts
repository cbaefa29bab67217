// `useCheckout` on a server, where there is no DOM: the page contains the phase `idle`, and nothing starts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createElement as preactElement } from 'preact'
import preactToString from 'preact-render-to-string'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { compile } from 'svelte/compiler'
import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString as vueToString } from 'vue/server-renderer'
import * as preact from '../../../src/preact/use-checkout.ts'
import * as react from '../../../src/react/use-checkout.ts'
import * as svelte from '../../../src/svelte/use-checkout.ts'
import * as vue from '../../../src/vue/use-checkout.ts'

const options = { endpoint: '/checkout', order: 'A-1001', session: 'cs_1' }
const text = (phase: string) => `A-1001 ${phase}`

/** The page of the component tests, compiled for a server. */
async function sveltePage() {
  const root = new URL('../../../', import.meta.url)
  const source = readFileSync(new URL('test/component/svelte-hook-page.svelte', root), 'utf8')
  const folder = new URL('.cache/svelte-hook/', root)
  mkdirSync(folder, { recursive: true })
  const file = new URL(`page-${process.pid}.js`, folder)
  writeFileSync(file, compile(source, { generate: 'server' }).js.code)
  try {
    return (await import(/* @vite-ignore */ fileURLToPath(file))).default
  } finally {
    rmSync(file)
  }
}

const frameworks: Readonly<Record<string, () => string | Promise<string>>> = {
  React: () =>
    renderToString(
      createElement(() => createElement('output', null, text(react.useCheckout(options).phase))),
    ),
  Preact: () =>
    preactToString(
      preactElement(() => preactElement('output', null, text(preact.useCheckout(options).phase)), null),
    ),
  Vue: () =>
    vueToString(
      createSSRApp({
        setup() {
          const { phase } = vue.useCheckout(() => options)
          return () => h('output', text(phase.value))
        },
      }),
    ),
  Svelte: async () =>
    render(await sveltePage(), { props: { useCheckout: svelte.useCheckout, first: options } }).body,
}

test.each(Object.entries(frameworks))(
  '%s sends the phase `idle`, and reads no session',
  async (name, toHtml) => {
    const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const fetched = vi.spyOn(globalThis, 'fetch')
    const html = await toHtml()

    const sent = '<output>A-1001 idle</output>'
    // The component tests hydrate what is sent.
    expect(html).toBe(name === 'Svelte' ? `<!--[-->${sent}<!--]-->` : sent)
    expect([...spies, fetched].flatMap(({ mock }) => mock.calls)).toEqual([])
    vi.restoreAllMocks()
  },
)
