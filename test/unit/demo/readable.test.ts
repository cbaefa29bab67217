import { expect, test } from 'vitest'

// A plain browser file without declarations, so this test imports it by its URL.
const file = new URL('../../../demo/playground/assets/readable.js', import.meta.url).href
const { readable }: { readable(value: unknown): string } = await import(/* @vite-ignore */ file)

test.each(['redirect_url', 'url', 'id'])('the playground shows only the beginning of %s', (key) => {
  const shown = readable({ [key]: 'https://pay.example/p/one-time-token', mode: 'redirect' })

  expect(shown).not.toContain('token')
  expect(shown).toContain('redirect')
})
