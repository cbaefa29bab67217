// The merchant servers that verify checks. Each is a command that runs in its own folder.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allBlocks } from '../../support/documents.ts'
import type { Mutant } from './mutants.ts'
import type { ProxyName } from './proxy.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** How a server is started. */
export interface ServerSetup {
  /** A shell command. It reads its settings from the environment. */
  readonly command: string
  /** Variables in addition to those that verify sets. */
  readonly env: Readonly<Record<string, string>>
  /** Whether its shop has a --paid-url. */
  readonly hasPaidUrl: boolean
  /** The command of --change-order. */
  readonly changeOrder?: string
}

export type ServerName = 'python' | 'php' | 'go' | 'example' | ProxyName

/** The shops of the examples read what has become of an order from a file. */
const changeOrder = 'printf %s "$CHANGE" > "$DATA_DIR/change-$ORDER"'

/** Puts a server into an empty folder. */
export const servers: Readonly<Record<ServerName, (folder: string) => ServerSetup>> = {
  python(folder) {
    // The snippet of the document, with a longer price list, because each promise needs its own orders.
    const [snippet] = allBlocks('python')
    const code = replaced(snippet?.code ?? '', [
      ['PRICES = {"A-1001": "49.90"}', 'PRICES = {f"A-{n}": "49.90" for n in range(1001, 1200)}'],
    ])
    writeFileSync(join(folder, 'proxy.py'), code)
    return { command: 'exec python3 proxy.py', env: {}, hasPaidUrl: false }
  },
  php(folder) {
    cpSync(join(root, 'examples/php'), folder, { recursive: true })
    return {
      // Cron would run the sweep once a minute. The test runs it every second.
      command: '(while sleep 1; do php sweep.php; done) & exec php -S "127.0.0.1:$PORT" server.php',
      env: { PHP_CLI_SERVER_WORKERS: '4', DATA_DIR: join(folder, 'data') },
      hasPaidUrl: true,
      changeOrder,
    }
  },
  go(folder) {
    cpSync(join(root, 'examples/go'), join(folder, 'source'), { recursive: true })
    return {
      // Built at the first start, after a test may have mutated the source.
      command: '([ -x checkout ] || (cd source && go build -o ../checkout .)) && exec ./checkout',
      env: { DATA_DIR: join(folder, 'data') },
      hasPaidUrl: true,
      changeOrder,
    }
  },
  example: (folder) => ownShop(folder, 'example-shop.ts'),
  nginx: (folder) => ownShop(folder, 'proxied-shop.ts', 'nginx'),
  caddy: (folder) => ownShop(folder, 'proxied-shop.ts', 'caddy'),
}

/** @param file of this repository's tests */
const ownShop = (folder: string, file: string, ...args: readonly string[]): ServerSetup => ({
  command: [
    'exec',
    'node',
    '--import',
    `"${import.meta.resolve('tsx')}"`,
    `"${join(root, 'test/foreign', file)}"`,
    ...args,
  ].join(' '),
  env: { DATA_DIR: join(folder, 'data') },
  hasPaidUrl: true,
  changeOrder: 'printf %s "$CHANGE" > "change-$ORDER"',
})

/** Applies a mutation to a server in its folder. @throws if the text to replace is missing */
export function mutate(folder: string, { language, file, replacements }: Mutant): void {
  const path = join(folder, language === 'go' ? 'source' : '.', file)
  writeFileSync(path, replaced(readFileSync(path, 'utf8'), replacements))
}

function replaced(text: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`There must be exactly one of: ${from}`)
    return now.replace(from, () => to)
  }, text)
}
