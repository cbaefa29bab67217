import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Where the package's own files are, with a slash at the end: it looks for itself by its name, from this file, and from the
 * folder of the program where a bundler has put this file elsewhere. `null` where neither finds it.
 */
export function builtFolder(): URL | null {
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const manifest = find(place)
    if (manifest !== null) return pathToFileURL(join(dirname(manifest), 'dist/'))
  }
  return null
}

/** In a function of its own: bundlers replace a `createRequire(import.meta.url).resolve(…)` by a number. */
function find(place: string): string | null {
  try {
    return createRequire(place).resolve('payin-checkout/package.json')
  } catch {
    return null
  }
}
