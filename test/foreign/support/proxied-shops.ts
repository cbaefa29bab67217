// Two example shops behind a reverse proxy.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endChild } from '../../support/child.ts'
import { freePort } from '../../support/free-port.ts'
import { type ProxyName, startProxy } from './proxy.ts'

const shop = fileURLToPath(new URL('../example-shop.ts', import.meta.url))

export interface ProxiedShops {
  readonly instances: readonly ChildProcess[]
  readonly parts: readonly ChildProcess[]
  end(): Promise<void>
}

/** @param env of the shops, with `DATABASE_URL` and the service */
export async function startProxiedShops(
  name: ProxyName,
  { port, folder, env }: { port: number; folder: string; env: NodeJS.ProcessEnv },
): Promise<ProxiedShops> {
  const ports = [await freePort(), await freePort()] as const
  const instances = ports.map((own) =>
    spawn(process.execPath, ['--import', import.meta.resolve('tsx'), shop], {
      stdio: 'inherit',
      env: { ...env, PORT: String(own), CLIENT_ADDRESS_HEADER: 'X-Real-IP' },
    }),
  )
  // The proxy starts when both are there, so that an answer of it is one of theirs.
  await Promise.all(ports.map((own) => isUp(`http://127.0.0.1:${own}/healthz`)))
  const proxy = startProxy(name, join(folder, name), { port, instances: ports })
  await isUp(`http://127.0.0.1:${port}/checkout/page.css`)
  const parts = [...instances, proxy]
  return {
    instances,
    parts,
    async end() {
      await Promise.all(parts.map((part) => endChild(part, 'SIGTERM')))
    },
  }
}

async function isUp(address: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    if (tries > 600) throw new Error(`Nothing answers at ${address}.`)
    await sleep(100)
  }
}
