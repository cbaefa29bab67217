// Every page of the panel, rendered from the current state.
import type { Context, Hono } from 'hono'
import type { Content } from '../forms/content.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { ControlOptions } from './actions.ts'
import { renderCalls, renderPayer, renderPayers } from './call-pages.ts'
import { type Place, renderPage } from './control-page.ts'
import { renderAllDeliveries, renderDelivery } from './delivery-pages.ts'
import { type FaultsPage, renderFaultsPage } from './fault-pages.ts'
import { noticeOf, type Refused } from './form-command.ts'
import { readListQuery } from './list-page.ts'
import type { ObjectKind } from './object-kind.ts'
import { renderObject, renderObjects } from './object-pages.ts'
import { renderOverview, renderResetPage } from './overview-page.ts'

export type PanelApp = Hono<SandboxEnv>
export type PanelPages = ReturnType<typeof createPanelPages>

/** With `refused`, a page shows the refused form again and answers 422. */
export function createPanelPages(options: ControlOptions, kinds: readonly ObjectKind[]) {
  const { clock, service, webhooks, faults, log } = options

  type Shown = { title: string; place: Place; main: Content; address?: string; wrong?: boolean }

  function show(c: Context, { address, ...page }: Shown, status: 200 | 403 | 404 | 422 | 400 = 200) {
    const { pathname, search } = new URL(c.req.url)
    const query = new URLSearchParams(search)
    query.delete('done')
    const asked = c.req.method === 'GET' ? pathname + (query.size > 0 ? `?${query}` : '') : page.place
    const faultsOn = faults.show().faults.length
    const notice = noticeOf(c.req.url)
    return c.html(renderPage({ ...page, address: address ?? asked, notice, faultsOn }), status)
  }

  const counts = (): (readonly [Place, string, number])[] => [
    ...kinds.map(({ path, title, list }) => [path, title.toLowerCase(), list().length] as const),
    ['/sandbox/payers', 'payers', service.payers.list().length],
    ['/sandbox/deliveries', 'webhooks', webhooks.deliveries.length],
    ['/sandbox/calls', 'API calls', log.requests.length],
  ]

  return {
    overview(c: Context, refusedClock?: Refused) {
      const { seed, faults: active } = faults.show()
      const main = renderOverview({
        counts: counts(),
        now: clock.now(),
        aheadMs: clock.aheadMs,
        seed,
        faults: active,
        origin: new URL(c.req.url).origin,
        ...(refusedClock ? { refusedClock } : {}),
      })
      const wrong = refusedClock !== undefined
      return show(c, { title: 'Overview', place: '/sandbox', main, wrong }, wrong ? 422 : 200)
    },

    objects: (c: Context, kind: ObjectKind) =>
      show(c, { title: kind.title, place: kind.path, main: renderObjects(kind, readListQuery(c.req.url)) }),

    object(c: Context, kind: ObjectKind, id: string, refused?: Refused) {
      const shown = kind.find(id)
      if (!shown) throw new Problem(404, `No ${kind.name.toLowerCase()} has this id.`)
      const deliveries = webhooks.deliveries.filter(({ object_id }) => object_id === id).reverse()
      const main = renderObject({
        kind,
        shown,
        now: clock.now(),
        deliveries,
        ...(refused ? { refused } : {}),
      })
      const title = `${kind.name} ${shown.reference ?? shown.id}`
      const page = { title, place: kind.path, main, address: `${kind.path}/${id}` }
      return show(c, { ...page, wrong: refused !== undefined }, refused ? 422 : 200)
    },

    payers: (c: Context) =>
      show(c, {
        title: 'Payers',
        place: '/sandbox/payers',
        main: renderPayers(service.payers.list(), readListQuery(c.req.url)),
      }),

    payer(c: Context, email: string) {
      const payer = service.payers.list().find((each) => each.email === email)
      if (!payer) throw new Problem(404, 'No payer has this e-mail address.')
      const payins = service.payins.list().filter((payin) => payin.payer.email === email)
      return show(c, { title: email, place: '/sandbox/payers', main: renderPayer(payer, payins) })
    },

    deliveries: (c: Context) =>
      show(c, {
        title: 'Webhooks',
        place: '/sandbox/deliveries',
        main: renderAllDeliveries([...webhooks.deliveries].reverse(), readListQuery(c.req.url)),
      }),

    delivery(c: Context, id: string) {
      const delivery = webhooks.deliveries.find((each) => each.id === id)
      if (!delivery)
        throw new Problem(404, 'No webhook delivery has this id. The oldest are forgotten first.')
      return show(c, { title: delivery.event, place: '/sandbox/deliveries', main: renderDelivery(delivery) })
    },

    calls: (c: Context) =>
      show(c, {
        title: 'API calls',
        place: '/sandbox/calls',
        main: renderCalls([...log.requests].reverse(), readListQuery(c.req.url)),
      }),

    faults(c: Context, refused?: FaultsPage['refused']) {
      const main = renderFaultsPage({ active: faults.show().faults, ...(refused ? { refused } : {}) })
      const page = { title: 'Faults', place: '/sandbox/panel/faults', main } as const
      return show(c, { ...page, wrong: refused !== undefined }, refused ? 422 : 200)
    },

    reset(c: Context, refused?: Refused) {
      const { seed, faults: active } = faults.show()
      const all = [...counts(), ['/sandbox/panel/faults', 'faults', active.length] as const]
      const losses = all.filter(([, , count]) => count > 0).map(([, name, count]) => `${count} ${name}`)
      const main = renderResetPage({ seed, losses, ...(refused ? { refused } : {}) })
      const page = { title: 'Reset', place: '/sandbox', main, address: '/sandbox/panel/reset' } as const
      return show(c, { ...page, wrong: refused !== undefined }, refused ? 422 : 200)
    },

    show,
  }
}
