// What the flows share. A flow finds the object of the token in an address, answers an unknown token, and gives each
// step a view of the object. Steps on `whileOpen` only get an object that can still be decided; an ended one redirects
// to the first page. Steps on `always` get an ended object too, so that a second press leads where the first one did.
import { type Context, Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Content } from '../forms/content.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { renderUnknown } from './message.ts'
import { languageOf, readSettings } from './settings.ts'
import { textsFor } from './texts/texts.ts'
import type { FactsOf, View } from './view.ts'
import type { Visits } from './visits.ts'

/** What every flow is given. */
export type FlowParts = { clock: Clock; visits: Visits }

export type FlowOptions<Found> = FlowParts & {
  /** The path of the first page, such as "/pay/:token". All steps are below it. */
  prefix: string
  find(token: string, c: Context<SandboxEnv>): Found | undefined
  factsOf(found: Found): FactsOf
  isOpen(found: Found): boolean
  /** A person has opened a page of an open object. */
  opened?(found: Found): void
}

type Answer<V> = (c: Context<SandboxEnv>, view: V) => Response | Promise<Response>

/** A page, or where to go instead. */
export type Page<V> = (view: V, c: Context<SandboxEnv>) => Content | Response

function answerWith<V>(page: Page<V>): Answer<V> {
  return (c, view) => {
    const shown = page(view, c)
    return shown instanceof Response ? shown : c.html(shown)
  }
}

/** Mounts steps below the flow's path. */
export type Steps<V> = {
  get(step: string, answer: Answer<V>): void
  post(step: string, answer: Answer<V>): void
}

export function createFlow<Found extends object>(options: FlowOptions<Found>) {
  type FoundView = Found & View
  const { prefix, clock, visits } = options
  const app = new Hono<SandboxEnv>()

  function viewOf(c: Context<SandboxEnv>, token: string, found: Found): FoundView {
    const { preferred, payee, ...facts } = options.factsOf(found)
    const visit = visits.of(token)
    const language = languageOf(c, visit, preferred?.language)
    const texts = textsFor(language)
    return {
      ...found,
      ...facts,
      payee: payee ?? texts.transaction.theMerchant,
      visit,
      path: prefix.replace(':token', token),
      language,
      texts,
      country: visit.country ?? preferred?.country ?? '',
      now: clock.now(),
    }
  }

  const whenFound = (answer: Answer<FoundView>) => (c: Context<SandboxEnv>) => {
    const token = c.req.param('token') ?? ''
    const found = options.find(token, c)
    if (found) return answer(c, viewOf(c, token, found))
    return c.html(renderUnknown(languageOf(c, {})), 404)
  }

  const toFirstPage: Answer<View> = (c, { path }) => c.redirect(path, 303)

  /** An answer that only gets an open object. `ended` answers for the others. */
  const whenOpen =
    (answer: Answer<FoundView>, ended: Answer<FoundView>): Answer<FoundView> =>
    (c, view) => {
      if (!options.isOpen(view)) return ended(c, view)
      if (isOpenedByPerson(c)) options.opened?.(view)
      return answer(c, view)
    }

  const stepsWith = (guard: (answer: Answer<FoundView>) => Answer<FoundView>): Steps<FoundView> => ({
    get: (step, answer) => void app.get(prefix + step, whenFound(guard(answer))),
    post: (step, answer) => void app.post(prefix + step, whenFound(guard(answer))),
  })
  const always = stepsWith((answer) => answer)
  const whileOpen = stepsWith((answer) => whenOpen(answer, toFirstPage))

  return {
    always,
    whileOpen,

    /** Mounts the page at the flow's own path: one while the object is open, and one after its end. */
    firstPage(open: Page<FoundView>, ended: Page<FoundView>) {
      always.get('', whenOpen(answerWith(open), answerWith(ended)))
    },

    /** All pages of the flow. Call it after the last step is mounted: it adds a route for every other address. */
    pages(): Hono<SandboxEnv> {
      always.post('/settings', async (c, { path, visit }) =>
        c.redirect(path + (await readSettings(c, visit)), 303),
      )
      // A browser may open the address of a form with GET, for example from its history. That, and an unknown step,
      // redirects to the first page.
      app.all(`${prefix}/*`, whenFound(toFirstPage))
      return app
    },
  }
}

/** False for HEAD requests and prefetches. */
export function isOpenedByPerson(c: Context): boolean {
  return c.req.method === 'GET' && !/prefetch/.test(c.req.header('Sec-Purpose') ?? '')
}
