// A shopper without a browser, for tests that have none: opens the hosted pages and sends their forms, as a browser
// without JavaScript does.
import { textsFor } from '../../../demo/sandbox/index.ts'
import { realFetch } from '../real-time.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { Walk } from './in-browser.ts'
import type { Move } from './moves.ts'
import { type Place, placeOf } from './hosted-address.ts'

const mostPages = 12

type Page = { place: Place; html: string }

/**
 * @param address of the hosted page
 * @throws {SandboxError} that says which page was there instead
 */
export async function walkWithoutBrowser(address: string, { wish, movesOn }: Walk): Promise<void> {
  const first = await open(address)
  if (!first) throw new SandboxError(`Cannot ${wish}: ${address} is no hosted page of this sandbox.`)
  const find = movesOn(first.place.flow)
  if (!find) throw new SandboxError(`Cannot ${wish} here: ${describe(first)} has no such way.`)
  let page: Page = first
  for (let pages = 0; pages < mostPages; pages++) {
    const seen: Page = page
    const move = find(seen.place.step, textsFor('en')).find((each) => fits(each, seen))
    if (!move) throw new SandboxError(`Cannot ${wish} here: ${describe(seen)} has no control for it.`)
    const next = await carryOut(move, seen, address)
    if (move.decides || !next) return
    page = next
  }
  throw new SandboxError(`Cannot ${wish}: after ${mostPages} pages it still shows ${describe(page)}.`)
}

function carryOut(move: Move, { html, place }: Page, address: string): Promise<Page | undefined> {
  const { role, to } = move.press
  const target = new URL(place.path + to, address).href
  return role === 'link' ? open(target) : send(target, fieldsOf(move, formOf(html, place, to)))
}

const open = (address: string) => follow(realFetch(address, { redirect: 'manual' }), address)

const send = (address: string, body: URLSearchParams) =>
  follow(realFetch(address, { method: 'POST', body, redirect: 'manual' }), address)

/** `undefined` when the way leads out of the hosted pages. */
async function follow(answer: Promise<Response>, asked: string): Promise<Page | undefined> {
  const response = await answer
  const location = response.headers.get('Location')
  const html = await response.text()
  if (location !== null) {
    const address = new URL(location, asked)
    const isOurs = address.origin === new URL(asked).origin && placeOf(address.href)
    return isOurs ? open(address.href) : undefined
  }
  const place = placeOf(asked)
  if (place && !response.ok)
    throw new SandboxError(`${describe({ place, html })} answered ${response.status}.`)
  return place && { place, html }
}

/** The form that is sent there, with what is hidden in it; `undefined` when the page has none. */
function formOf(html: string, { path }: Place, to: string | null): string | undefined {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  return forms.find((form) => form.includes(`action="${path}${to}"`))
}

function fits({ choose, press }: Move, { html, place }: Page): boolean {
  if (press.role === 'link') return html.includes(`href="${place.path}${press.to}"`)
  const form = formOf(html, place, press.to)
  return form !== undefined && (!choose || form.includes(`name="${choose.name}" value="${choose.value}"`))
}

function fieldsOf({ choose, fill = [], press }: Move, form = ''): URLSearchParams {
  const fields = new URLSearchParams()
  // What a browser sends unasked: hidden fields, what is filled in, the radio that is chosen.
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
    if (attribute('type') !== 'radio' || / checked\b/.test(input))
      fields.set(attribute('name'), attribute('value'))
  }
  if (choose) fields.set(choose.name, choose.value)
  for (const { name, value } of fill) fields.set(name, value)
  if (press.field) fields.set(...press.field)
  return fields
}

function describe({ html, place }: Page): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return `the page "${title}" (/${place.flow}/…${place.step})`
}
