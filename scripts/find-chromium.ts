// Finds a Chromium for the tests: CHROMIUM_PATH, Playwright's own download, then the system's.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * Chromium keeps two hidden pages for the suggestions below the address bar in every window. They
 * cost as much as the window's own page.
 */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/**
 * Features that Playwright disables. Chromium uses only the last `--disable-features`, so ours must repeat
 * them.
 */
export const playwrightDisables = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Flags for a headless Chromium that may run as root in a container and must not reach the network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...playwrightDisables, ...suggestions].join(',')}`,
]

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The path of a Chromium on this machine, or `undefined` when there is none.
 * @throws when CHROMIUM_PATH is set and names no file: a silent fallback would test another browser.
 */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (existsSync(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH is ${wanted}, but there is no such file. Correct it or unset it.`)
  }
  return [chromium.executablePath(), ...systemPaths].find((path) => path && existsSync(path))
}
