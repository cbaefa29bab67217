// Calls the sandbox's commands (src/sandbox/README.md) for the page, because the page's policy allows requests only to its own
// origin. It stores nothing: the active scenarios follow from the sandbox's active faults.
import { z } from 'zod'
import { HttpProblem } from '../../src/merchant/http/problems.ts'
import { type LastingScenario, type Movable, type OneTimeScenario, scenarios } from './scenarios.ts'

const activeFault = z.looseObject({ id: z.int(), fault: z.string() })
type ActiveFault = z.infer<typeof activeFault>

const faultList = z.object({ faults: z.array(activeFault) })

/** Newest first. */
const paymentList = z.object({
  payments: z.array(z.object({ kind: z.string(), id: z.string(), reference: z.string().nullable() })),
})

/** The sandbox's addresses of the payments that can be moved. */
const places: Readonly<Record<Movable, string>> = {
  payin: 'payins',
  payout: 'payouts',
  bank_transfer: 'transactions',
}

/** The active scenarios, and the number of other active faults. */
export interface ScenariosOn {
  readonly on: readonly string[]
  readonly others: number
}

/** @param origin the sandbox's. All calls throw `HttpProblem` 503 when it does not answer. */
export function createScenarioSwitches(origin: string, fetcher: typeof fetch = (...args) => fetch(...args)) {
  const readFaults = async () => faultList.parse(await call('GET', '/sandbox/faults')).faults

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetcher(`${origin}${path}`, {
      method,
      signal: AbortSignal.timeout(3_000),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch(() => null)
    if (!answer) throw new HttpProblem(503, 'The sandbox does not answer. Start it with `npm run sandbox`.')
    if (!answer.ok && answer.status !== 404)
      throw new HttpProblem(503, `The sandbox answered ${answer.status} to ${method} ${path}.`)
    return answer.status === 204 ? null : answer.json()
  }

  async function takeBack({ fault }: LastingScenario): Promise<void> {
    for (const active of await readFaults())
      if (isThis(fault, active)) await call('DELETE', `/sandbox/faults/${active.id}`)
  }

  return {
    async show(): Promise<ScenariosOn> {
      const faults = await readFaults()
      const lasting = scenarios.filter((scenario) => scenario.how === 'lasting')
      const ours = (active: ActiveFault) => lasting.some(({ fault }) => isThis(fault, active))
      return {
        on: lasting.filter(({ fault }) => faults.some((each) => isThis(fault, each))).map(({ name }) => name),
        others: faults.filter((active) => !ours(active)).length,
      }
    },

    /** Activates a scenario; does nothing when it is already active. */
    async switchOn(scenario: LastingScenario): Promise<void> {
      const isOn = (await readFaults()).some((active) => isThis(scenario.fault, active))
      if (!isOn) await call('POST', '/sandbox/faults', scenario.fault)
    },

    takeBack,

    /** Removes every fault, also those added elsewhere. */
    takeAllBack: () => call('DELETE', '/sandbox/faults'),

    /**
     * Changes the status of the newest payment of a reference.
     * @throws {HttpProblem} 404 when there is none, 422 when such a payment cannot go that way
     */
    async strike({ moves, title }: OneTimeScenario, kind: string, reference: string): Promise<void> {
      const move = isMovable(kind) ? moves[kind] : undefined
      if (!isMovable(kind) || !move)
        throw new HttpProblem(422, `“${title}” is nothing that can happen to this kind of payment.`)
      const { payments } = paymentList.parse(await call('GET', '/sandbox/payments'))
      const newest = payments.find((each) => each.kind === kind && each.reference === reference)
      if (!newest) throw new HttpProblem(404, 'The sandbox knows no payment of this order.')
      await call('POST', `/sandbox/${places[kind]}/${newest.id}/status`, move)
    },
  }
}

const isMovable = (kind: string): kind is Movable => Object.hasOwn(places, kind)

/** Whether an active fault belongs to a scenario. A fault with a count was added elsewhere. */
function isThis(fault: LastingScenario['fault'], active: ActiveFault): boolean {
  const isAsAsked = Object.entries(fault).every(([key, value]) => active[key] === value)
  return isAsAsked && active.operations === undefined && active.left === null && active.chance === 1
}
