// What the browser says of the shopper's system and of the medium.
import { cdp } from 'vitest/browser'

interface Medium {
  readonly media?: 'screen' | 'print'
  readonly features?: Readonly<Record<string, string>>
}

/** Emulates a medium and its features; without arguments those of all tests, in which nothing moves (vitest.config.ts). */
export function emulateMedia({ media, features = {} }: Medium = {}): Promise<unknown> {
  const all = { 'prefers-reduced-motion': 'reduce', ...features }
  return cdp().send('Emulation.setEmulatedMedia', {
    media: media ?? '',
    features: Object.entries(all).map(([name, value]) => ({ name, value })),
  })
}
