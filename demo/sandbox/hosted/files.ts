// The few static files, read when asked for: an edit shows on reload, without a restart.
import { readFile } from 'node:fs/promises'
import { fileOf } from '../files.ts'

/** One file per idea. base.css and styles.css come first; the control panel loads the colours too. */
export const stylesheets: readonly string[] = [
  'order.css',
  'forms.css',
  'methods.css',
  'bank.css',
  'steps.css',
  'message.css',
  'payout.css',
]

/** Comforts only: every page works without them. */
export const scripts: readonly string[] = [
  'pay.js',
  'enhancements.js',
  'follow.js',
  'bank-search.js',
  'payout.js',
]

/** `path` is relative to the sandbox's folder and never comes from a request. */
export async function serveFile(path: string, contentType: string): Promise<Response> {
  const content = await readFile(fileOf(path))
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
