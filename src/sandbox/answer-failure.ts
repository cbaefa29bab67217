// The only place that turns a thrown error into an answer.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { ConnectionCut } from './faults/faults.ts'
import { Problem, toProblemResponse } from './problem.ts'
import type { SandboxEnv } from './sandbox-env.ts'

export function answerFailure(error: Error, c: Context<SandboxEnv>): Response {
  if (error instanceof Problem) return toProblemResponse(error)
  if (error instanceof ConnectionCut) return cutConnection(error, c)
  // The caller disconnected while sending. Nothing is wrong with the sandbox, so nothing is logged.
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') {
    return toProblemResponse(new Problem(400, 'The body ended too early.'))
  }
  console.error('The sandbox failed unexpectedly:', error)
  return toProblemResponse(new Problem(500, 'The service failed unexpectedly. Nothing was created.'))
}

/** Destroys the socket. `app.request(…)` has no socket: there the call rejects instead. */
function cutConnection(error: ConnectionCut, c: Context<SandboxEnv>): Response {
  const socket = c.env?.incoming?.socket
  if (!socket) throw error
  socket.destroy()
  return RESPONSE_ALREADY_SENT
}
