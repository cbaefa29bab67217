// A Next.js project that is built once for all tests of a worker. It has the shop's origin, and forwards requests for the
// merchant server.
import { test as base, expect } from '../journeys/support/shared-world.ts'
import { hasEnded, startChild } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { checkTypes, FreshProject } from './fresh-project.ts'
import { contextWithoutWarnings } from './no-warnings.ts'

const templates = 'test/projects/templates'
const packages = ['next', 'react', 'react-dom', '@types/react', '@types/react-dom', '@types/node@20']

interface Ports {
  readonly next: number
  readonly merchant: number
}

interface Running {
  stop(): Promise<void>
}

/** The built project; `run` starts it, or its development server. */
export interface NextShop {
  readonly project: FreshProject
  run(command: 'start' | 'dev'): Promise<Running>
}

/**
 * A test of a merchant whose shop is a Next.js project. It fails when a page logs an error or a warning that the test does
 * not expect.
 */
export const test = base.extend<object, { ports: Ports; next: NextShop }>({
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => use({ next: await freePort(), merchant: await freePort() }),
    { scope: 'worker' },
  ],
  sharedEnv: [
    async ({ ports }, use) =>
      use({ PUBLIC_URL: `http://localhost:${ports.next}`, PORT: String(ports.merchant) }),
    { scope: 'worker' },
  ],
  next: [
    async ({ ports }, use) => {
      const project = new FreshProject({
        MERCHANT_SERVER: `http://localhost:${ports.merchant}`,
        NEXT_TELEMETRY_DISABLED: '1',
      })
      buildShop(project)
      await use({ project, run: (command) => runNext(project, command, ports.next) })
      project.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  context: contextWithoutWarnings,
})

/** Installs and builds the project, and checks its types, including those of its routes. */
function buildShop(project: FreshProject): void {
  project.copy(`${templates}/next`)
  project.copy(`${templates}/react/src/tags.tsx`, 'app/tags.tsx')
  project.install(...packages, 'typescript')
  project.runWell('next', 'build')
  const tsc = ['tsc', '--noEmit', '--pretty', 'false', '-p', '.']
  checkTypes(project, tsc, [`${templates}/react/mistakes.tsx`, 'app/mistakes.tsx'])
}

/** Starts the project's server and waits until it answers. */
async function runNext(project: FreshProject, command: 'start' | 'dev', port: number): Promise<Running> {
  const args = ['node_modules/next/dist/bin/next', command, '--port', String(port), '--hostname', 'localhost']
  // The children of the development server end with it.
  const child = startChild(process.execPath, args, { cwd: project.folder, env: project.env, detached: true })
  const answers = () =>
    fetch(`http://localhost:${port}/elsewhere`).then(
      ({ status }) => status,
      () => (hasEnded(child.process) ? 'ended' : null),
    )
  await expect.poll(answers, { timeout: 60_000, message: `next ${command}` }).not.toBeNull()
  expect(hasEnded(child.process), child.output()).toBe(false)
  return {
    async stop() {
      await child.end('SIGTERM')
    },
  }
}

export { expect }
