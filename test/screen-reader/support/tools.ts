// The programs for a screen reader, which npm does not install.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each program with its Debian package. */
const packages: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus-daemon',
  openbox: 'openbox',
  xdotool: 'xdotool',
  orca: 'orca',
}
/** Starts the bus on which programs expose their accessibility trees. */
const busLauncher = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher']

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** The name that Firefox has here. */
export function firefox(): string {
  return isInstalled('firefox-esr') ? 'firefox-esr' : 'firefox'
}

/** @returns one sentence that says what to install, or `null` when nothing is missing */
export function whyNoScreenReader(): string | null {
  const missing = Object.keys(packages).filter((program) => !isInstalled(program))
  const names = missing.map((program) => packages[program])
  if (!isInstalled(firefox())) names.push('firefox-esr')
  if (!busLauncher.some((path) => existsSync(path))) names.push('at-spi2-core')
  if (names.length === 0) return null
  return `What a screen reader says is heard on Linux with Orca and Firefox: apt-get install ${names.join(' ')}`
}
