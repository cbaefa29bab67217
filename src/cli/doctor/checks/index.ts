// All checks, in the order of the report: what each looks at, and the function that asks and says. A check reads the page or
// sends requests; it never changes anything at the shop.
import { type Check, type CheckContext, liveEndpoints } from '../check-context.ts'
import type { Found } from '../finding.ts'
import { loadedScripts, runningScripts } from '../page/loaded-scripts.ts'
import { endpointsOf } from '../page/widget.ts'
import { contentPolicy } from './content-policy.ts'
import { attributes, elements } from './elements.ts'
import { endpointAnswers, endpointNamed } from './endpoint-answers.ts'
import { endpointCors, endpointHeaders } from './endpoint-headers.ts'
import { endpointLists } from './endpoint-lists.ts'
import { endpointSession } from './endpoint-session.ts'
import { frame, framesIn, windowPolicies } from './frames-and-windows.ts'
import { languages } from './languages.ts'
import { pageAnswer } from './page-answer.ts'
import { returnPage } from './return-page.ts'
import { scriptFile } from './script-file.ts'
import { scriptCaching, scriptIntegrity } from './script-integrity.ts'
import { scriptTag } from './script-tag.ts'
import { secretInPage, webhooks } from './webhooks.ts'

/** A check of each of several things, one after the other. */
const each =
  <T>(
    thingsIn: (context: CheckContext) => readonly T[] | Promise<readonly T[]>,
    find: (thing: T, context: CheckContext) => Found | Promise<Found>,
  ): Check['find'] =>
  async (context) => {
    const found: Found[] = []
    for (const thing of await thingsIn(context)) found.push(await find(thing, context))
    return found
  }

export const checks: readonly Check[] = [
  { area: 'Page', find: pageAnswer },
  { area: 'Page', find: secretInPage },
  { area: 'Element', find: elements },
  { area: 'Element', find: attributes },
  { area: 'Script', find: scriptTag },
  { area: 'Script', find: each(({ page }) => runningScripts(page), scriptFile) },
  { area: 'Script', find: each(loadedScripts, scriptIntegrity) },
  { area: 'Script', find: each(loadedScripts, scriptCaching) },
  { area: 'Script', find: languages },
  { area: 'Policies', find: contentPolicy },
  { area: 'Policies', find: windowPolicies },
  { area: 'Policies', find: each(framesIn, frame) },
  { area: 'Endpoint', find: endpointNamed },
  { area: 'Endpoint', find: each(endpointsOf, endpointAnswers) },
  { area: 'Endpoint', find: each(liveEndpoints, endpointHeaders) },
  { area: 'Endpoint', find: each(liveEndpoints, endpointCors) },
  { area: 'Endpoint', find: each(liveEndpoints, endpointLists) },
  { area: 'Endpoint', find: endpointSession },
  { area: 'Return page', find: returnPage },
  { area: 'Webhooks', find: webhooks },
]
