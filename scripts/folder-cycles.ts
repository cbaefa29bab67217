// Part of `npm run lint`: the folders of these places import each other in one direction only, types included. If two import
// each other, neither can be read, tested or moved without the other. Biome and knip find only cycles of files. A cycle of
// folders needs no cycle of files: a/x.ts imports b/x.ts, and b/y.ts imports a/y.ts.
//
//   npx tsx scripts/folder-cycles.ts
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** In each of these, a folder with all its files counts as one unit, and a file beside the folders as its own unit. */
const places = ['src', 'src/merchant', 'src/sandbox']

/** One file that imports another. Paths are relative to the place. */
interface Import {
  readonly from: string
  readonly to: string
}

/** The imports between the folders of one cycle. */
type Cycle = readonly Import[]

/** Every cycle of folders in a place. */
export function folderCycles(place: string): Cycle[] {
  const imports = importsIn(place).filter(({ from, to }) => folderOf(from) !== folderOf(to))
  const reach = reachable(imports)
  const isInCycle = ({ from, to }: Import) => reach.get(folderOf(to))?.has(folderOf(from)) ?? false
  const cycles = new Map<string, Import[]>()
  for (const each of imports.filter(isInCycle)) {
    // Folders of one cycle reach the same folders, so each cycle is reported once.
    const name = [...(reach.get(folderOf(each.from)) ?? [])].sort().join()
    cycles.set(name, [...(cycles.get(name) ?? []), each])
  }
  return [...cycles.values()]
}

/** A cycle as text, with one importing file for each import between folders. */
export function describeCycle(place: string, cycle: Cycle): string {
  const folders = [...new Set(cycle.map(({ from }) => folderOf(from)))].sort()
  const examples = new Map(cycle.map((each) => [`${folderOf(each.from)} ${folderOf(each.to)}`, each]))
  const lines = [...examples.values()].map(({ from, to }) => `  ${place}/${from} imports ${to}`).sort()
  return [`In ${place} these import each other: ${folders.join(', ')}`, ...lines].join('\n')
}

const folderOf = (path: string): string => path.split('/', 1)[0] ?? ''

/** From each folder, all that can be reached by imports. */
function reachable(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const reach = new Map<string, Set<string>>()
  for (const { from, to } of imports)
    reach.set(folderOf(from), (reach.get(folderOf(from)) ?? new Set()).add(folderOf(to)))
  for (const found of reach.values()) {
    // Iterating a growing set also visits the new entries.
    for (const folder of found) for (const next of reach.get(folder) ?? []) found.add(next)
  }
  return reach
}

function importsIn(place: string): Import[] {
  const inPlace = (path: string) => relative(place, path).split(sep).join('/')
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name))
    .flatMap((name) => {
      const file = resolve(place, name)
      return importedBy(readFileSync(file, 'utf8'))
        .map((specifier) => resolve(dirname(file), specifier))
        .filter((path) => existsSync(path) && !inPlace(path).startsWith('..'))
        .map((path) => ({ from: inPlace(file), to: inPlace(path) }))
    })
}

/** The relative imports of a file: values, types and dynamic imports. */
function importedBy(code: string): string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '')
  const found = withoutComments.matchAll(/\bfrom\s*['"](\.[^'"]+)['"]|\bimport\s*\(?\s*['"](\.[^'"]+)['"]/g)
  return [...found].map(([, after, direct]) => after ?? direct ?? '')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = places.flatMap((place) => folderCycles(place).map((cycle) => describeCycle(place, cycle)))
  for (const each of found) console.error(`${each}\n`)
  if (found.length > 0) process.exitCode = 1
}
