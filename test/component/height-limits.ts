// How high each screen may be in English, in windows of three widths.
import type { Screen } from './stories.ts'

export const widths = [320, 480, 800] as const
export type Width = (typeof widths)[number]
type Heights = readonly [at320: number, at480: number, at800: number]

/** A button and two lines. */
const idle = 92
/** How much more any other screen may take. */
export const mostGrowth = 120

/** At most, in pixels: measured in the widest of the usual fonts. Lists and the QR code are not limited. */
const heights: Record<Screen, Heights | 'unlimited'> = {
  idle: [idle, idle, idle],
  disabled: [idle, idle, idle],
  creating: [idle, idle, idle],
  loading: [120, 102, 102],
  'waiting popup': [102, 102, 102],
  'time is up': [120, 102, 102],
  'in trouble': [142, 124, 124],
  'waiting returned': [176, 124, 124],
  'waiting closed': [208, 190, 172],
  'waiting elsewhere': [208, 190, 172],
  'waiting refused': [210, 172, 172],
  'waiting redirect': [210, 172, 172],
  cancelled: [164, 146, 128],
  authorized: [180, 180, 180],
  complete: [180, 180, 180],
  failed: [170, 150, 150],
  expired: [170, 150, 150],
  error: [166, 146, 128],
  'already paid': [88, 68, 68],
  'amount differs': [136, 136, 136],
  choice: 'unlimited',
  'choice of saved accounts': 'unlimited',
  'choice of a bank': 'unlimited',
  'choice by IBAN': 'unlimited',
  'choice with a mistake': 'unlimited',
  'phone code': 'unlimited',
}

/** The limit of a screen in pixels. Throws for a screen without one. */
export function limitOf(screen: Screen, width: Width): number {
  const limit = heights[screen][widths.indexOf(width)]
  if (typeof limit !== 'number') throw new Error(`The height of “${screen}” is not limited.`)
  return limit
}

export const limited = (Object.keys(heights) as Screen[]).filter((screen) => heights[screen] !== 'unlimited')
