// Reserves a port for a server that is killed and restarted on the same port.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, because an outgoing connection could take one while its server is down. */
const [lowest, highest] = [15_000, 32_000]
const given = new Set<number>()

/** A free port that this process has not returned before. */
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
