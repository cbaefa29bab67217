// The gallery: every screen of the elements in every state, theme and direction of writing, on one page. Stories are
// data (stories/), their endpoints are canned answers (endpoint.ts), and the page's script performs their steps
// (assets/gallery.js). Nothing here touches the merchant's orders.
import type { Hono } from 'hono'
import { serveAssets, setHeaders } from '../shop/document.ts'
import { endpointRoutes, type Hold } from './endpoint.ts'
import { parseGalleryView } from './gallery-view.ts'
import { galleryPage } from './page.ts'
import { findStory } from './stories.ts'

/**
 * Mounts the gallery at `/gallery`. The app serves `/payin-checkout.js` itself.
 * @param stopping aborted when the server stops: held reads end
 */
export function mountGallery(app: Hono, stopping: AbortSignal): void {
  app.get('/gallery', (c) => {
    const view = parseGalleryView(new URL(c.req.url).searchParams)
    const isKnown = view.story === null || findStory(view.story) !== undefined
    // Every screen is shown under the shop's policy.
    setHeaders(c, 'no-store')
    return c.html(galleryPage(view), isKnown ? 200 : 404)
  })
  // A navigation that is answered 204 leaves the page where it is.
  app.get('/gallery/nowhere', (c) => c.body(null, 204))
  app.route('/gallery', endpointRoutes(holdUntil(stopping)))
  serveAssets(app, '/gallery/assets', new URL('assets/', import.meta.url))
}

const longestHoldMs = 10 * 60_000

const holdUntil =
  (stopping: AbortSignal): Hold =>
  (gone) =>
    new Promise((resolve) => {
      const end = AbortSignal.any([stopping, gone, AbortSignal.timeout(longestHoldMs)])
      if (end.aborted) resolve()
      else end.addEventListener('abort', () => resolve(), { once: true })
    })
