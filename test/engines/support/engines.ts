// Starts the three engines, and begins sessions with them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags } from '../../../scripts/find-chromium.ts'
import { type EngineName, findProgram } from '../../../scripts/find-engines.ts'
import { freePort } from '../../support/free-port.ts'
import { openMarionetteWire } from './marionette.ts'
import { openHttpWire, type Wire } from './wire.ts'

/** A running headless browser. */
export interface RunningEngine {
  readonly wire: Wire
  stop(): Promise<void>
}

/** Starts each engine. */
export const engines = {
  chromium: {
    async start() {
      const port = await freePort()
      const stop = startProgram(findProgram.chromedriver(), [`--port=${port}`])
      const options = {
        binary: findProgram.chromium(),
        // The driver cannot read an element's name in a frame with its own process.
        args: [
          '--disable-site-isolation-trials',
          '--headless',
          ...chromiumFlags.filter((flag) => !flag.startsWith('--disable-features')),
        ],
        // Switches that the driver adds for tests, and that shoppers' browsers do not have.
        excludeSwitches: ['disable-popup-blocking'],
      }
      return openSession(port, { 'goog:chromeOptions': options }, stop)
    },
  },
  firefox: {
    async start() {
      const profile = await mkdtemp(join(tmpdir(), 'payin-firefox-'))
      await writeFile(join(profile, 'user.js'), preferences)
      // A new home folder: Firefox refuses one of another user.
      const stop = startProgram(
        findProgram.firefox(),
        ['--headless', '--marionette', '--no-remote', '--profile', profile],
        { HOME: profile },
      )
      const port = await until(() => readFile(join(profile, 'MarionetteActivePort'), 'utf8').then(Number))
      const wire = await openMarionetteWire(port, {})
      return {
        wire,
        async stop() {
          await wire.close().catch(() => {})
          await stop()
          await rm(profile, { recursive: true, force: true, maxRetries: 5 })
        },
      }
    },
  },
  webkit: {
    async start() {
      const port = await freePort()
      // Its sandbox needs rights that root does not have in a container.
      const stop = startProgram(findProgram['xvfb-run'](), ['-a', 'WebKitWebDriver', `--port=${port}`], {
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      })
      const options = { binary: findProgram.MiniBrowser(), args: ['--automation'] }
      return openSession(port, { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }, stop)
    },
  },
} satisfies Record<EngineName, { start(): Promise<RunningEngine> }>

// Firefox's remote control sets preferences for tests; one of them allows popups. Shoppers do not have
// them, so they are reset. Updates and first-run pages are disabled.
const preferences = Object.entries({
  'marionette.port': 0,
  'remote.prefs.recommended': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': '',
  'toolkit.telemetry.enabled': false,
})
  .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  .join('')

async function openSession(
  port: number,
  capabilities: object,
  stop: () => Promise<void>,
): Promise<RunningEngine> {
  const driver = `http://127.0.0.1:${port}`
  try {
    await until(() => fetch(`${driver}/status`))
    const wire = await openHttpWire(driver, capabilities)
    return {
      wire,
      async stop() {
        await wire.close().catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Starts a program in its own process group, under a shell that ends the group when its input closes: when
 * the program is stopped, and when these tests are killed themselves.
 */
function startProgram(
  program: string | undefined,
  args: string[],
  env: Record<string, string> = {},
): () => Promise<void> {
  const child = spawn('sh', ['-c', '"$0" "$@" & cat; kill -TERM -$$', program ?? '', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
  const gone = once(child, 'exit')
  return async () => {
    child.stdin.end()
    await gone
  }
}

async function until<T>(isThere: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await isThere()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
