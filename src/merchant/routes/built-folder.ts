import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The folder `dist/` of this package, with a slash at the end; `null` when it is not found. The package is resolved by
 * its name: from this file, and then from the working directory, because a bundler may have moved this file.
 */
export function builtFolder(): URL | null {
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const manifest = find(place)
    if (manifest !== null) return pathToFileURL(join(dirname(manifest), 'dist/'))
  }
  return null
}

/** A separate function, because bundlers replace a literal `createRequire(import.meta.url).resolve(…)` by a number. */
function find(place: string): string | null {
  try {
    return createRequire(place).resolve('payin-checkout/package.json')
  } catch {
    return null
  }
}
