// The static files. They are read for each request, so that an edit shows without a restart.
import { readFile } from 'node:fs/promises'
import { fileOf } from '../files.ts'

/** A page loads these after base.css and styles.css. The control panel uses base.css too. */
export const stylesheets: readonly string[] = [
  'settings.css',
  'order.css',
  'methods.css',
  'bank.css',
  'steps.css',
  'message.css',
]

/** Enhancements only: every page works without scripts. */
export const scripts: readonly string[] = ['pay.js', 'enhancements.js', 'follow.js', 'bank-search.js']

/** @param path relative to the sandbox's folder; must never come from a request */
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
