// Finds the programs for each browser engine: a browser, and the driver for W3C WebDriver.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './find-chromium.ts'

export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** The path of a program, or `undefined` when this machine has none. */
export const findProgram = {
  // Take the browser beside the driver, which has the same version; Playwright's may differ.
  chromium: () => onPath('chromium') ?? findChromium(),
  chromedriver: () => onPath('chromedriver'),
  firefox: () => onPath('firefox-esr') ?? onPath('firefox'),
  WebKitWebDriver: () => onPath('WebKitWebDriver'),
  MiniBrowser: () => miniBrowsers.find((path) => existsSync(path)),
  'xvfb-run': () => onPath('xvfb-run'),
} satisfies Record<string, () => string | undefined>

/** The programs of each engine, with their Debian packages. */
const needs: Readonly<
  Record<EngineName, { programs: readonly (keyof typeof findProgram)[]; packages: string }>
> = {
  chromium: { programs: ['chromium', 'chromedriver'], packages: 'chromium chromium-driver' },
  firefox: { programs: ['firefox'], packages: 'firefox-esr' },
  webkit: {
    programs: ['WebKitWebDriver', 'MiniBrowser', 'xvfb-run'],
    packages: 'webkit2gtk-driver xvfb xauth',
  },
}

/** The reason why an engine is skipped, in one line; `undefined` when nothing is missing. */
export function whyLeftOut(name: EngineName): string | undefined {
  const { programs, packages } = needs[name]
  const missing = programs.filter((program) => !findProgram[program]())
  if (missing.length === 0) return undefined
  return `${name} is left out: ${missing.join(', ')} not found (Debian: apt-get install ${packages})`
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

const miniBrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((arch) =>
  ['4.1', '6.0', '4.0'].map((api) => join('/usr/lib', arch, `webkit2gtk-${api}`, 'MiniBrowser')),
)
