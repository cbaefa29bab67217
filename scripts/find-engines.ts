// Where the tests find what drives each browser engine: a browser, and the program that takes W3C WebDriver's commands.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './find-chromium.ts'

export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** The path of a program, or `undefined` when this machine has none. */
export const findProgram = {
  // Beside the driver, of the same version; one that Playwright has loaded may be another.
  chromium: () => onPath('chromium') ?? findChromium(),
  chromedriver: () => onPath('chromedriver'),
  firefox: () => onPath('firefox-esr') ?? onPath('firefox'),
  WebKitWebDriver: () => onPath('WebKitWebDriver'),
  MiniBrowser: () => miniBrowsers.find((path) => existsSync(path)),
  'xvfb-run': () => onPath('xvfb-run'),
} satisfies Record<string, () => string | undefined>

/** What each engine needs, and the packages in which Debian has it. */
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

/** Why an engine is left out, in one line; `undefined` when it is all there. */
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
