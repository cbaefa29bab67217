// The packages that npm installs with a package, read from a lock file.

export interface LockedPackage {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** `packages` of package-lock.json: by the folder, `''` for the project itself. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/**
 * The folders that npm installs for a package, without the package itself: what it needs, what that needs, and peers that are
 * not optional. Left out is what is for development alone, and what is optional: that depends on the machine.
 * @param from the package's folder in the lock file, `''` for the project
 * @throws {Error} when the lock file lacks one that is needed
 */
export function installedFor(packages: LockedPackages, from = ''): string[] {
  const found = new Set<string>()
  const waiting = [from]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const name of neededBy(packages[folder] ?? {})) {
      const place = placeOf(packages, folder, name)
      if (place === null)
        throw new Error(`package-lock.json lacks ${name}, which ${folder || 'the package'} needs.`)
      if (found.has(place) || place === from) continue
      found.add(place)
      waiting.push(place)
    }
  }
  return [...found].sort()
}

function neededBy({
  dependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies), ...peers]
}

/** Where Node finds a package that is imported from a folder: the nearest `node_modules` that has it. */
function placeOf(packages: LockedPackages, folder: string, name: string): string | null {
  for (let at: string | null = folder; at !== null; at = above(at)) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (place in packages) return place
  }
  return null
}

/** The folder whose `node_modules` this one is in; `null` above the project. */
function above(folder: string): string | null {
  if (folder === '') return null
  const at = folder.lastIndexOf('node_modules/')
  return folder.slice(0, Math.max(0, at - 1))
}

/** The name of the package in a folder: `@a/b` of `node_modules/c/node_modules/@a/b`. */
export const nameIn = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13)
