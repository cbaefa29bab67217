import type { CheckContext } from '../check-context.ts'
import { type Answer, isAnswer } from '../http/answer.ts'
import { type Endpoint, endpointsOf } from '../page/widget.ts'

/** An endpoint with the merchant protocol, and its answer to an unknown session. */
export interface LiveEndpoint {
  readonly endpoint: Endpoint
  readonly read: Answer
}

/** The endpoints that can be checked further. `endpointAnswers` reports the others. */
export async function liveEndpoints(context: CheckContext): Promise<LiveEndpoint[]> {
  const live: LiveEndpoint[] = []
  for (const endpoint of endpointsOf(context)) {
    // Browsers block this request.
    if (context.page.url.protocol === 'https:' && endpoint.base.protocol === 'http:') continue
    const { speaksProtocol, read } = await context.probe(endpoint)
    if (speaksProtocol && isAnswer(read) && read.status < 500) live.push({ endpoint, read })
  }
  return live
}
