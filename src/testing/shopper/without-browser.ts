// A shopper without a browser. Requests the hosted pages and submits their forms, like a browser without JavaScript.
import { textsFor } from '../../sandbox/index.ts'
import { realFetch } from '../real-time.ts'
import { SandboxError } from '../sandbox-error.ts'
import { type HostedAddress, parseHostedAddress } from './hosted-address.ts'
import type { Walk } from './in-browser.ts'
import type { Move } from './moves.ts'

const maxPages = 12

type Page = { hostedAddress: HostedAddress; html: string }

/**
 * @param address of the hosted page
 * @throws {SandboxError} that names the page where it failed
 */
export async function walkWithoutBrowser(address: string, { goal, movesFor }: Walk): Promise<void> {
  const first = await open(address)
  if (!first) throw new SandboxError(`Cannot ${goal}: ${address} is not a hosted page of this sandbox.`)
  const find = movesFor(first.hostedAddress.flow)
  if (!find) throw new SandboxError(`Cannot ${goal} here: ${describe(first)} does not offer it.`)
  let page: Page = first
  for (let pages = 0; pages < maxPages; pages++) {
    const seen: Page = page
    const move = find(seen.hostedAddress.step, textsFor('en')).find((each) => fits(each, seen))
    if (!move) throw new SandboxError(`Cannot ${goal} here: ${describe(seen)} has no control for it.`)
    const next = await performMove(move, seen, address)
    if (move.decides || !next) return
    page = next
  }
  throw new SandboxError(`Cannot ${goal}: after ${maxPages} pages it still shows ${describe(page)}.`)
}

function performMove(move: Move, { html, hostedAddress }: Page, address: string): Promise<Page | undefined> {
  const { role, to } = move.press
  const target = new URL(hostedAddress.path + to, address).href
  return role === 'link' ? open(target) : send(target, fieldsOf(move, formOf(html, hostedAddress, to)))
}

const open = (address: string) => follow(realFetch(address, { redirect: 'manual' }), address)

const send = (address: string, body: URLSearchParams) =>
  follow(realFetch(address, { method: 'POST', body, redirect: 'manual' }), address)

/** `undefined` when a redirect or link leaves the hosted pages. */
async function follow(answer: Promise<Response>, asked: string): Promise<Page | undefined> {
  const whole = answer.then(async (response) => ({ response, html: await response.text() }))
  const { response, html } = await whole.catch((cause: unknown) => {
    throw new SandboxError(`Nothing answers at ${asked}. Is the sandbox still running?`, { cause })
  })
  const location = response.headers.get('Location')
  if (location !== null) {
    const address = new URL(location, asked)
    const isOurs = address.origin === new URL(asked).origin && parseHostedAddress(address.href)
    return isOurs ? open(address.href) : undefined
  }
  const hostedAddress = parseHostedAddress(asked)
  if (hostedAddress && !response.ok)
    throw new SandboxError(`${describe({ hostedAddress, html })} answered ${response.status}.`)
  return hostedAddress && { hostedAddress, html }
}

/** The HTML of the form with this target; `undefined` if the page has none. */
function formOf(html: string, { path }: HostedAddress, to: string | null): string | undefined {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  return forms.find((form) => form.includes(`action="${path}${to}"`))
}

function fits({ choose, press }: Move, { html, hostedAddress }: Page): boolean {
  if (press.role === 'link') return html.includes(`href="${hostedAddress.path}${press.to}"`)
  const form = formOf(html, hostedAddress, press.to)
  return form !== undefined && (!choose || form.includes(`name="${choose.name}" value="${choose.value}"`))
}

function fieldsOf({ choose, fill = [], press }: Move, form = ''): URLSearchParams {
  const fields = new URLSearchParams()
  // A browser also sends hidden fields, default values, and the selected radio button.
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

function describe({ html, hostedAddress }: Page): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return `the page "${title}" (/${hostedAddress.flow}/…${hostedAddress.step})`
}
