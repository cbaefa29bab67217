// Objects with a hosted page: payins, payouts and bank transfers. Each has a link with a token, and a status whose
// changes are announced.
import type { Clock, Timers } from '../clock.ts'
import { createRecords, type Entry } from './records.ts'
import { createTokens } from './tokens.ts'

export type LinkedRecordsOptions<T> = {
  clock: Clock
  timers: Timers
  onStatusChange(object: T): void
  /** Returns the link for the merchant, which a fault may replace by a malicious one. */
  applyLinkFault(link: string): string
}

/** @param place the path of the hosted pages, such as "/pay" */
export function createLinkedRecords<T extends object>(
  { clock, timers, onStatusChange, applyLinkFault }: LinkedRecordsOptions<T>,
  place: string,
  statusOf: (object: T) => string,
) {
  const tokens = createTokens()
  const records = createRecords<T>({
    clock,
    timers,
    onChange: (now, before) => {
      if (statusOf(now) !== statusOf(before)) onStatusChange(now)
    },
    onForget: tokens.forget,
  })
  return {
    add: records.add,
    change: records.change,

    /** The link for the merchant, always the same. @param origin the caller's address of the sandbox */
    makeLink: (id: string, origin: string) =>
      applyLinkFault(`${origin}${place}/${tokens.tokenOf(id) ?? tokens.issue(id)}`),

    /** For the interface, the hosted pages, the control panel and the state file. */
    reads: {
      find: records.find,
      list: records.list,
      ownsToken: (token: string) => tokens.idOf(token) !== '',
      findByToken: (token: string) => records.find(tokens.idOf(token)),
      /** The path of the hosted page, also when a fault has replaced the link. */
      hostedPath: (id: string) => `${place}/${tokens.tokenOf(id)}`,
      /** When the next planned change is due; `null` when none is planned. */
      nextChangeAt: records.nextChangeAt,
      snapshot: () => ({ entries: records.snapshot(), tokens: tokens.snapshot() }),
      restore(saved: { entries: readonly Entry<T>[]; tokens: readonly [string, string][] }) {
        tokens.restore(saved.tokens)
        records.restore(saved.entries)
      },
    },

    hasLink: (id: string) => tokens.tokenOf(id) !== undefined,
  }
}
