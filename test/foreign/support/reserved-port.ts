// A port for a server that is killed and comes back to it.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections that go out: one of those could take it while its server is away. */
const [lowest, highest] = [15_000, 32_000]
const given = new Set<number>()

/** A port that nobody listens at, and that this process has not given before. */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
