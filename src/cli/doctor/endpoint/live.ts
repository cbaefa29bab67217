import type { CheckContext } from '../check-context.ts'
import { type Answer, isAnswer } from '../http/answer.ts'
import { type Endpoint, endpointsOf } from '../page/widget.ts'

/** An endpoint at which the protocol is spoken, and how it answered for a session that there is not. */
export interface LiveEndpoint {
  readonly endpoint: Endpoint
  readonly read: Answer
}

/** The endpoints of which more can be asked; what is wrong with others is said by `endpointAnswers`. */
export async function liveEndpoints(context: CheckContext): Promise<LiveEndpoint[]> {
  const live: LiveEndpoint[] = []
  for (const endpoint of endpointsOf(context)) {
    // Browsers would not ask there either.
    if (context.page.url.protocol === 'https:' && endpoint.base.protocol === 'http:') continue
    const { speaksProtocol, read } = await context.probe(endpoint)
    if (speaksProtocol && isAnswer(read) && read.status < 500) live.push({ endpoint, read })
  }
  return live
}
