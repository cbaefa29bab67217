import type { Handle, ServerInit } from '@sveltejs/kit/hooks'
import { building } from '$app/env'

// Imported here, because a build has no database.
const load = () => import('./lib/server/merchant')

export const init: ServerInit = async () => {
  if (!building) (await load()).merchant.start()
}

export const handle: Handle = async ({ event, resolve }) => {
  if (building) return resolve(event)
  const { merchant } = await load()
  return merchant.handles(event.url.pathname) ? merchant.fetch(event.request) : resolve(event)
}
