// The inventory of the package (SBOM) as CycloneDX: the packages that are installed with it or contained in it. npm makes
// the inventory of the whole project; this file selects the package's part. Do not use `npm sbom --omit dev`: npm 11 omits
// zod and preact, because development packages need them, too.
import type { Contained } from './contained.ts'

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
