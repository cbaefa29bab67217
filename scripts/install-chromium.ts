// For a machine without Chromium: installs Playwright's build, or the system's package if that fails.
import { spawnSync } from 'node:child_process'

/** Tries to install a Chromium, and prints what it does, because it takes long and changes the machine. */
export function installChromium(): void {
  console.log('No Chromium found. Installing Playwright’s …')
  if (run('npx', ['playwright', 'install', 'chromium'])) return
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  console.log('That did not work. Installing the system’s package …')
  run('apt-get', ['update', '-q'])
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}
