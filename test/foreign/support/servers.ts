// The merchant servers that verify is held against: each is a command that is started in a folder of its own.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allBlocks } from '../../support/documents.ts'
import type { Mutant } from './mutants.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** How a server is started. */
export interface ServerSetup {
  /** For the shell: it finds its settings in the environment. */
  readonly command: string
  /** Beside what verify sets. */
  readonly env: Readonly<Record<string, string>>
  /** Whether its shop says what was paid. */
  readonly hasPaidUrl: boolean
}

export type ServerName = 'python' | 'php' | 'go' | 'example'

/** Puts a server into an empty folder. */
export const servers: Readonly<Record<ServerName, (folder: string) => ServerSetup>> = {
  python(folder) {
    // Of the document: only its list of prices is longer, as each promise needs an order of its own.
    const [snippet] = allBlocks('python')
    const code = replaced(snippet?.code ?? '', [
      ['PRICES = {"A-1001": "49.90"}', 'PRICES = {f"A-{n}": "49.90" for n in range(1001, 1200)}'],
    ])
    writeFileSync(join(folder, 'proxy.py'), code)
    return { command: 'exec python3 proxy.py', env: {}, hasPaidUrl: false }
  },
  php(folder) {
    cpSync(join(root, 'test/foreign/php'), folder, { recursive: true })
    return {
      // Cron runs the sweep once a minute; here nobody waits for so long.
      command: '(while sleep 1; do php sweep.php; done) & exec php -S "127.0.0.1:$PORT" server.php',
      env: { PHP_CLI_SERVER_WORKERS: '4', DATA_DIR: join(folder, 'data') },
      hasPaidUrl: true,
    }
  },
  go(folder) {
    cpSync(join(root, 'test/foreign/go'), join(folder, 'source'), { recursive: true })
    return {
      // Built at the first start, from what a test may have changed in the source.
      command: '([ -x checkout ] || (cd source && go build -o ../checkout .)) && exec ./checkout',
      env: { DATA_DIR: join(folder, 'data') },
      hasPaidUrl: true,
    }
  },
  example: (folder) => ({
    command: `exec node --import "${import.meta.resolve('tsx')}" "${join(root, 'test/foreign/example-shop.ts')}"`,
    env: { DATA_DIR: join(folder, 'data') },
    hasPaidUrl: true,
  }),
}

/** Breaks a server in its folder in the way of a mutant. @throws where the text to replace is not there */
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
