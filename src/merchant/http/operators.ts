// Who is signed in at the back office page: a cookie that a browser gets for the token, and that holds the name that the person
// has typed, signed with the token. So every instance knows it without a row in the database, and another BACKOFFICE_TOKEN
// signs everybody out. The routes for programs do not know this cookie.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Clock } from '../../server/index.ts'
import { checkSigned, signUntil } from '../signed-until.ts'

/** A working day. */
const lifetimeS = 8 * 3_600

const cookieName = 'payin-backoffice'

/** @param token BACKOFFICE_TOKEN */
export function createOperators(token: string, publicUrl: string, clock: Pick<Clock, 'now'>) {
  /** No other text that this server signs begins like this, and none is signed with this token. */
  const textOf = (operator: string) => `back office ${operator}`

  /**
   * Without `Path`, so a browser takes the folder of the address that it has asked: `…/backoffice`. Through a proxy that removes a
   * path prefix this is another one than the server sees.
   */
  function setCookie(c: Context, value: string, maxAgeS: number): void {
    // The server itself, asked through a tunnel, has no TLS, and some browsers refuse a `Secure` cookie there.
    const isSecure = (c.req.header('origin') ?? publicUrl).startsWith('https:')
    const [prefix, end] = isSecure ? ['__Secure-', '; Secure'] : ['', '']
    const cookie = `${prefix}${cookieName}=${value}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${end}`
    c.header('set-cookie', cookie, { append: true })
  }

  return {
    /** Signs a person in, under the name that they have given. Call it at an address directly below `…/backoffice/`. */
    signIn(c: Context, operator: string): void {
      const signed = signUntil(token, textOf(operator), new Date(clock.now() + lifetimeS * 1_000))
      setCookie(c, `${signed}.${Buffer.from(operator).toString('base64url')}`, lifetimeS)
    },

    /** Removes the cookie from this browser. A copy of it stays valid until it expires, or until the token is replaced. */
    signOut: (c: Context): void => setCookie(c, '', 0),

    /** The name of the person who is signed in; `null` when nobody is. */
    operatorOf(c: Context): string | null {
      const cookie = getCookie(c, cookieName, 'secure') ?? getCookie(c, cookieName) ?? ''
      const [, signed = '', coded = ''] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(cookie) ?? []
      const operator = Buffer.from(coded, 'base64url').toString()
      const state = checkSigned([token], textOf(operator), signed, new Date(clock.now()))
      return state === 'valid' ? operator : null
    },
  }
}
