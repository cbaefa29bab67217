import type { Context } from 'hono'

/**
 * The origin under which the caller reached the sandbox. Links are made with it, so that `localhost` and `127.0.0.1`
 * both stay what the merchant's own settings call them, and no setting of ours has to agree with theirs.
 */
export function calledOrigin(c: Context): string {
  return new URL(c.req.url).origin
}
