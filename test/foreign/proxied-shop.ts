// Two example shops behind a reverse proxy as one program, for `verify`: it listens at PORT, and ends when one of its parts
// does.
//
//   tsx test/foreign/proxied-shop.ts nginx
import { startProxiedShops } from './support/proxied-shops.ts'
import type { ProxyName } from './support/proxy.ts'

const [name = 'nginx'] = process.argv.slice(2)
const { PORT = '', DATA_DIR = '' } = process.env
const shops = await startProxiedShops(name as ProxyName, {
  port: Number(PORT),
  folder: DATA_DIR,
  env: process.env,
})
const end = () => void shops.end().then(() => process.exit())
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
for (const part of shops.parts) part.on('exit', end)
