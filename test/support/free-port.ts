// Ports for programs that must know their address before they listen. Until then, and while a program restarts, its port
// is free: another process must not get it.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// Below the range from which systems take ports for outgoing connections and for port 0 (32 768 and up on Linux).
const firstPort = 11_000
const portsPerRange = 100
const ranges = 210

let claimed: Promise<number> | undefined
let given = 0

/** A free port of the loopback interface, which no other process of the tests gets. */
export async function freePort(): Promise<number> {
  claimed ??= claimRange()
  const first = await claimed
  for (let tried = 1; tried < portsPerRange; tried++) {
    const port = first + 1 + (given++ % (portsPerRange - 1))
    const server = await listen(port)
    if (!server) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`All ports from ${first} to ${first + portsPerRange - 1} are taken.`)
}

/** The first port of a range that belongs to this process: as long as it lives, it listens there. */
async function claimRange(): Promise<number> {
  const start = Math.floor(Math.random() * ranges)
  for (let tried = 0; tried < ranges; tried++) {
    const first = firstPort + ((start + tried) % ranges) * portsPerRange
    const server = await listen(first)
    if (!server) continue
    server.unref()
    return first
  }
  throw new Error(`All ports from ${firstPort} are taken.`)
}

async function listen(port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  } catch {
    return null
  }
}
