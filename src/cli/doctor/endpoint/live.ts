import { type Answer, isAnswer } from '../http/answer.ts'
import { type Endpoint, endpointsOf } from '../page/widget.ts'
import type { Visit } from '../check-context.ts'

/** An endpoint at which the protocol is spoken, and how it answered for a session that there is not. */
export interface LiveEndpoint {
  readonly endpoint: Endpoint
  readonly read: Answer
}

/** The endpoints of which more can be asked; what is wrong with others is said by `endpointAnswers`. */
export async function liveEndpoints(visit: Visit): Promise<LiveEndpoint[]> {
  const live: LiveEndpoint[] = []
  for (const endpoint of endpointsOf(visit)) {
    // Browsers would not ask there either.
    if (visit.page.url.protocol === 'https:' && endpoint.base.protocol === 'http:') continue
    const { isThere, read } = await visit.probe(endpoint)
    if (isThere && isAnswer(read) && read.status < 500) live.push({ endpoint, read })
  }
  return live
}
