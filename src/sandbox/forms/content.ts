import type { html } from 'hono/html'

/** A piece of a page. `html` of hono escapes each text in it. */
export type Content = ReturnType<typeof html>
