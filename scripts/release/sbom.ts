// The inventory of the package (SBOM) as CycloneDX: the packages that are installed with it or contained in it. npm makes
// the inventory of the whole project; this file selects the package's part. Do not use `npm sbom --omit dev`: npm 11 omits
// zod and preact, because development packages need them, too.
import { readFileSync } from 'node:fs'

interface Licensed {
  readonly license?: { readonly id?: string }
  readonly expression?: string
}

export interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly Licensed[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

interface Needs {
  readonly ref: string
  readonly dependsOn?: readonly string[]
}

/** The fields of a CycloneDX document that we read; the rest is kept. */
export interface Bom {
  readonly metadata: { readonly tools?: unknown; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly Needs[]
}

export interface PackageParts {
  readonly name: string
  readonly license: string
  /** SHA-512 of the tarball, in hexadecimal digits. */
  readonly tarballHash: string
  /** `name@version` of the packages that npm installs with it. */
  readonly installed: readonly string[]
  /** Its direct dependencies, as `name@version`. */
  readonly direct: readonly string[]
  readonly contained: readonly Contained[]
}

/** The property of a component that names our files with its code. */
const containedProperty = 'payin-checkout:contained-in'

/**
 * Selects the package's part of npm's inventory of the project. The same package has the same inventory: it contains no
 * random number, no time, and no folder of the machine.
 */
export function composeSbom(project: Bom, parts: PackageParts) {
  const places = new Map(parts.contained.map((each) => [each.package, each.in]))
  const wanted = new Set([...parts.installed, ...places.keys()])
  const components = project.components
    .filter(({ name, version }) => wanted.has(`${name}@${version}`))
    .map((component) => ofPackage(component, places.get(`${component.name}@${component.version}`)))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const own = project.metadata.component
  const needs = (ref: string) => project.dependencies.find((each) => each.ref === ref)?.dependsOn ?? []
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools: project.metadata.tools,
      component: {
        'bom-ref': own['bom-ref'],
        type: 'library',
        // npm uses the folder's name here.
        name: parts.name,
        version: own.version,
        purl: own.purl,
        licenses: [{ license: { id: parts.license } }],
        hashes: [{ alg: 'SHA-512', content: parts.tarballHash }],
      },
    },
    components,
    dependencies: [
      {
        ref: own['bom-ref'],
        dependsOn: [...new Set([...parts.direct, ...places.keys()])].filter((ref) => refs.has(ref)).sort(),
      },
      ...[...refs].sort().map((ref) => ({
        ref,
        dependsOn: needs(ref)
          .filter((each) => refs.has(each))
          .sort(),
      })),
    ],
  }
}

function ofPackage(component: Component, places: readonly string[] | undefined) {
  const { properties: _, licenses = [], ...rest } = component
  return {
    ...rest,
    licenses: licenses.map(({ expression, ...license }) =>
      // SPDX operators are upper case; some packages write them in lower case.
      expression
        ? { expression: expression.replace(/ (or|and|with) /g, (word) => word.toUpperCase()) }
        : license,
    ),
    ...(places && { properties: places.map((value) => ({ name: containedProperty, value })) }),
  }
}

/** Packages that are missing in the inventory, a line for each. */
export function absentFrom(
  { components }: { readonly components: readonly Pick<Component, 'name' | 'version'>[] },
  { installed, contained }: Pick<PackageParts, 'installed' | 'contained'>,
): string[] {
  const there = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const absent = (name: string) => !there.has(name)
  return [
    ...installed.filter(absent).map((name) => `${name} is installed with the package`),
    ...contained
      .filter((each) => absent(each.package))
      .map((each) => `${each.package} is inside of ${each.in.join(', ')}`),
  ].map(
    (which) =>
      `${which}, and stands not in the SBOM. Run \`npm ci\`, so that what is installed is what package-lock.json says.`,
  )
}

/** The licence file of each output with contained packages. */
const notes = {
  'dist/payin-checkout.js': 'dist/third-party-licenses.txt',
  'dist/cli, dist/sandbox, dist/testing': 'dist/cli/third-party-licenses.txt',
} as const

export interface Contained {
  /** `name@version` */
  readonly package: string
  /** The files of ours that contain it. */
  readonly in: readonly string[]
}

/** The contained packages of dist/. @throws {Error} when a licence file is empty */
export function containedInDist(): Contained[] {
  return containedIn(Object.entries(notes).map(([what, file]) => [what, readFileSync(file, 'utf8')]))
}

/** @param texts our files, with their licence texts. @throws {Error} when a text names no package */
export function containedIn(texts: readonly (readonly [what: string, note: string])[]): Contained[] {
  const places = new Map<string, string[]>()
  for (const [what, note] of texts) {
    const titles = titlesIn(note)
    if (titles.length === 0) throw new Error(`The licences beside ${what} name no package.`)
    for (const title of titles) places.set(title, [...(places.get(title) ?? []), what])
  }
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, what]) => ({ package: title, in: what }))
}

/** A title is the first line of a licence: `parse5 8.1.1 (MIT)`. */
const titlesIn = (note: string): string[] =>
  [...note.matchAll(/(?:^|\n\n)((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \(.+\)(?=\n\n)/g)].map(
    ([, name, version]) => `${name}@${version}`,
  )

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
