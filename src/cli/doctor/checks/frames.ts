import type { Check, CheckContext } from '../check-context.ts'
import { displayText, displayUrl } from '../display.ts'
import { type Finding, fine, problem } from '../finding.ts'
import { headerOf, isAnswer, isHtml } from '../http/answer.ts'
import { type Page, readPage, resolve } from '../page/page.ts'
import type { HtmlElement } from '../page/parse-html.ts'
import { payingElements } from '../page/widget.ts'
import { lackingTokens } from '../policy/blocked.ts'
import { policiesOf } from '../policy/policies-of.ts'
import { deciding, decidingAbout, placeOf } from '../policy/policy.ts'
import { allowsUrl } from '../policy/sources.ts'

const maxFrames = 5

/** Checks frames that contain a checkout: whether they may be shown, and whether their sandbox allows a payment. */
export const frames: Check = {
  area: 'Policies',
  async find(context) {
    const found: Finding[] = []
    const inPage = context.page.elements.filter(
      ({ name, attributes }) => name === 'iframe' && attributes.get('src'),
    )
    for (const frame of inPage.slice(0, maxFrames)) found.push(...(await inFrame(context, frame)))
    return found
  },
}

async function inFrame({ page, get, ended }: CheckContext, frame: HtmlElement): Promise<Finding[]> {
  const url = resolve(frame.attributes.get('src') ?? '', page.base)
  const result = url && (await get(url))
  if (!url || !result || !isAnswer(result) || result.status !== 200 || !isHtml(result)) return []
  const framed = await readPage(result, [], ended)
  if (payingElements(framed).length === 0) return []
  const place = `the frame ${displayUrl(url)}${frame.line === null ? '' : ` in line ${frame.line}`}`
  const found = [
    ...sandbox(frame, place),
    ...refusedByPage(page, url, place),
    ...refusedByFrame(page, framed, place),
  ]
  if (found.length > 0) return found
  return [
    fine('frame-fine', 'A frame contains the checkout and allows it', {
      seen: `${place}: run doctor with its address to check its content`,
      see: 'frames',
    }),
  ]
}

function sandbox({ attributes }: HtmlElement, place: string): Finding[] {
  const written = attributes.get('sandbox')
  if (written === undefined) return []
  const given = written.split(/\s+/).filter(Boolean)
  const lacking = lackingTokens(given)
  if (lacking.length === 0) return []
  return [
    problem(
      'frame-sandbox',
      'The checkout is in a sandboxed frame that does not let it open the payment page',
      {
        seen: `${place}: sandbox="${displayText(written)}"`,
        change: `sandbox="${displayText([...given, ...lacking].join(' '), 300)}"`,
        see: 'frames',
      },
    ),
  ]
}

function refusedByPage(page: Page, url: URL, place: string): Finding[] {
  return policiesOf(page).flatMap((policy) => {
    const rule = deciding(policy, ...decidingAbout.frame)
    if (!rule || allowsUrl(rule.sources, url, page.url)) return []
    return [
      problem('frame-blocked', 'The page’s policy blocks the frame that contains the checkout', {
        seen: `${place}; ${placeOf(policy)}: ${displayText([rule.name, ...rule.sources].join(' '))}`,
        change: `frame-src ${url.origin === page.url.origin ? "'self'" : url.origin}`,
        see: 'frames',
      }),
    ]
  })
}

/** Browsers ignore `X-Frame-Options` if there is a `frame-ancestors`. */
function refusedByFrame(page: Page, framed: Page, place: string): Finding[] {
  const rules = policiesOf(framed).flatMap((policy) => deciding(policy, 'frame-ancestors') ?? [])
  const options = (headerOf(framed.answer, 'x-frame-options') ?? '').toLowerCase()
  const isSame = page.url.origin === framed.url.origin
  const byOptions = options === 'deny' || (options === 'sameorigin' && !isSame)
  const refusing = rules.find(({ sources }) => !allowsUrl(sources, new URL(page.url.origin), framed.url))
  if (!refusing && (rules.length > 0 || !byOptions)) return []
  return [
    problem('frame-refused', 'The framed page with the checkout refuses to be shown in this page', {
      seen: `${place}: ${refusing ? displayText(['frame-ancestors', ...refusing.sources].join(' ')) : `X-Frame-Options: ${displayText(options)}`}`,
      change: `Content-Security-Policy: frame-ancestors ${isSame ? "'self'" : page.url.origin}, and no X-Frame-Options`,
      see: 'frames',
    }),
  ]
}
