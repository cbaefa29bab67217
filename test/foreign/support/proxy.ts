// A reverse proxy with the block that docs/operating.md gives to operators; only its addresses are changed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf } from '../../support/documents.ts'

export type ProxyName = 'nginx' | 'caddy'

export interface Upstreams {
  readonly port: number
  /** The two instances of the checkout. The first one has the shop's own pages, too. */
  readonly instances: readonly [number, number]
}

const blockOf = (name: ProxyName) => {
  const block = blocksOf('docs/operating.md').find(({ language }) => language === name)
  if (!block) throw new Error(`docs/operating.md has no block for ${name}.`)
  return block.code
}

/** Replaces texts that each must be there. */
const change = (text: string, replacements: readonly (readonly [RegExp, string])[]) =>
  replacements.reduce((now, [from, to]) => {
    if (!from.test(now)) throw new Error(`The block of docs/operating.md has no ${from}.`)
    return now.replace(from, to)
  }, text)

/** In one pass: a port that was put in must not be replaced again. */
const addressed = (text: string, { instances: [first, second] }: Upstreams) => {
  const ports: Readonly<Record<string, number>> = { 4001: first, 4002: second, 3000: first }
  for (const port of Object.keys(ports))
    if (!text.includes(`127.0.0.1:${port}`))
      throw new Error(`The block of docs/operating.md has no 127.0.0.1:${port}.`)
  return text.replace(/(?<=127\.0\.0\.1:)\d+/g, (port) => String(ports[port] ?? port))
}

const starts: Readonly<
  Record<ProxyName, (folder: string, upstreams: Upstreams) => readonly [string, ...string[]]>
> = {
  nginx(folder, upstreams) {
    const shop = change(addressed(blockOf('nginx'), upstreams), [
      [/listen 443 ssl;/, `listen 127.0.0.1:${upstreams.port};`],
      [/^\s*ssl_certificate.*\n\s*ssl_certificate_key.*\n/m, ''],
      [/\/var\/log\/nginx\/shop\.log/, join(folder, 'access.log')],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp {\n${temporary}\n${shop}\n}\n`,
    )
    return ['nginx', '-p', folder, '-c', file]
  },
  caddy(folder, upstreams) {
    const shop = change(addressed(blockOf('caddy'), upstreams), [
      [/^shop\.example \{/m, `http://127.0.0.1:${upstreams.port} {`],
    ])
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${shop}\n`)
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  },
}

/** Starts a proxy in a folder of its own. @returns its process */
export function startProxy(name: ProxyName, folder: string, upstreams: Upstreams): ChildProcess {
  mkdirSync(folder, { recursive: true })
  const [program, ...args] = starts[name](folder, upstreams)
  return spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
}
