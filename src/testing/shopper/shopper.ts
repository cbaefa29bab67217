// A simulated shopper who pays or claims, in a browser or without one.
import type { Claiming, HostedPage, Paying } from './hosted-page.ts'
import { walkInBrowser } from './in-browser.ts'
import { claimMovesOf, type Flow, movesOf } from './moves.ts'
import { walkWithoutBrowser } from './without-browser.ts'

const defaultTimeoutMs = 15_000

/** @param where a page of a browser, or the address of a hosted page */
export const pay = (where: HostedPage | string, how: Paying) =>
  walk(where, {
    goal: `pay with ${JSON.stringify(how.with)}${how.refused ? `, refused for ${how.refused},` : ''}`,
    timeoutMs: how.timeoutMs ?? defaultTimeoutMs,
    movesFor: (flow) => movesOf(how, flow),
  })

/** @param where a page of a browser, or the address of a hosted page */
export const claim = (where: HostedPage | string, how: Claiming) =>
  walk(where, {
    goal: `claim to ${JSON.stringify(how.to)}`,
    timeoutMs: how.timeoutMs ?? defaultTimeoutMs,
    movesFor: (flow: Flow) => (flow === 'payout' ? claimMovesOf(how) : undefined),
  })

const walk = (where: HostedPage | string, way: Parameters<typeof walkInBrowser>[1]) =>
  typeof where === 'string' ? walkWithoutBrowser(where, way) : walkInBrowser(where, way)
