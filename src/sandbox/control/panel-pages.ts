// Every page of the panel, rendered from the current state.
import type { Context, Hono } from 'hono'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { callSection, payerSection } from './call-pages.ts'
import { type Page, type Place, places, renderPage } from './control-page.ts'
import { deliverySection } from './delivery-pages.ts'
import { renderFaultsPage } from './fault-pages.ts'
import { noticeOf, type Refused } from './form-parts.ts'
import type { Section } from './list-page.ts'
import type { ObjectKind } from './object-kinds.ts'
import { objectSection } from './object-pages.ts'
import { renderOverview, renderResetPage } from './overview-page.ts'
import { nounFor } from './page-parts.ts'
import type { ControlOptions } from './state.ts'

export type PanelApp = Hono<SandboxEnv>
export type PanelPages = ReturnType<typeof createPanelPages>

/** A page, and the refused form that it shows again. */
type Shown = Pick<Page, 'title' | 'place' | 'main'> & { address?: string; refused?: Refused | undefined }

/** With `refused`, a page shows the refused form again and answers 422. */
export function createPanelPages(options: ControlOptions, kinds: readonly ObjectKind[]) {
  const { clock, service, webhooks, faults, log } = options
  const sections = [
    ...kinds.map((kind) => objectSection(kind, options)),
    payerSection(service),
    deliverySection(webhooks),
    callSection(log),
  ]

  function show(c: Context, { address, refused, ...page }: Shown, status?: 400 | 403 | 404) {
    const { pathname, search } = new URL(c.req.url)
    const query = new URLSearchParams(search)
    query.delete('done')
    const asked = c.req.method === 'GET' ? pathname + (query.size > 0 ? `?${query}` : '') : page.place
    const main = renderPage({
      ...page,
      address: address ?? asked,
      notice: noticeOf(c.req.url),
      faultsOn: faults.show().faults.length,
      wrong: refused !== undefined,
    })
    return c.html(main, status ?? (refused ? 422 : 200))
  }

  return {
    show,
    sections,

    overview(c: Context, refused?: Refused) {
      const main = renderOverview({
        sections,
        now: clock.now(),
        aheadMs: clock.aheadMs,
        ...faults.show(),
        origin: new URL(c.req.url).origin,
        refusedClock: refused,
      })
      return show(c, { title: 'Overview', place: '/sandbox', main, refused })
    },

    list: (c: Context, { path, renderList }: Section) =>
      show(c, { title: places[path], place: path, main: renderList(c.req.url) }),

    item(c: Context, place: Place, refused?: Refused) {
      const section = sections.find(({ path }) => path === place)
      const item = section?.showItem?.(c.req.param('id') ?? '', refused)
      if (!item) throw new Problem(404, `Nothing is served at ${c.req.path}.`)
      return show(c, { ...item, place, refused })
    },

    faults(c: Context, refused?: Refused) {
      const main = renderFaultsPage(faults.show().faults, refused)
      return show(c, { title: 'Faults', place: '/sandbox/panel/faults', main, refused })
    },

    reset(c: Context, refused?: Refused) {
      const { seed, faults: active } = faults.show()
      const all = [...sections, { plural: 'faults', count: () => active.length }]
      const losses = all
        .filter(({ count }) => count() > 0)
        .map(({ plural, count }) => `${count()} ${nounFor(count(), plural)}`)
      const main = renderResetPage({ seed, losses, refused })
      return show(c, { title: 'Reset', place: '/sandbox', main, address: '/sandbox/panel/reset', refused })
    },
  }
}
