// What this package knows of itself: which attributes there are, which version this is, what its script's hash is.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import { builtFolder } from '../../merchant/routes/built-folder.ts'
import { CommandError } from '../command.ts'

const attribute = z.object({ name: z.string(), type: z.object({ text: z.string() }) })
const member = z.object({ kind: z.string(), name: z.string(), attribute: z.string().optional() })
const declaration = z.object({
  tagName: z.string(),
  attributes: z.array(attribute),
  members: z.array(member),
})
const elements = z.object({ modules: z.array(z.object({ declarations: z.array(declaration) })) })
const integrity = z.object({ version: z.string(), files: z.record(z.string(), z.string()) })

/** An attribute and the words that it may be; `null`: any text. */
export interface KnownAttribute {
  readonly name: string
  readonly values: readonly string[] | null
}

export interface PackageFacts {
  readonly version: string
  /** The attributes of each of our elements, by its tag. */
  readonly attributes: ReadonlyMap<string, readonly KnownAttribute[]>
  /** What can be set from a script alone, by tag. */
  readonly properties: ReadonlyMap<string, readonly string[]>
  /** `integrity` of each file of this version, by its name. */
  readonly hashes: Readonly<Record<string, string>>
}

/** Reads integrity.json, of this package or as a shop serves it; `null` where it is something else. */
export function parseIntegrity(json: unknown): z.infer<typeof integrity> | null {
  return integrity.safeParse(json).data ?? null
}

/**
 * Reads what is beside the built script.
 * @throws {CommandError} where the package is not built
 */
export async function readPackageFacts(folder = builtFolder()): Promise<PackageFacts> {
  const read = async (name: string): Promise<unknown> => {
    try {
      if (folder === null) throw new Error('The package does not find itself.')
      return JSON.parse(await readFile(new URL(name, folder), 'utf8'))
    } catch {
      throw new CommandError(
        `${name} of the package cannot be read. Install payin-checkout anew; in its repository run \`npm run build\`.`,
      )
    }
  }
  const hashes = parseIntegrity(await read('integrity.json'))?.files ?? {}
  return packageFacts(await read('custom-elements.json'), hashes)
}

/** @param customElements the custom-elements manifest */
export function packageFacts(
  customElements: unknown,
  hashes: Readonly<Record<string, string>>,
): PackageFacts {
  const { modules } = elements.parse(customElements)
  const declarations = modules.flatMap(({ declarations }) => declarations)
  return {
    version: manifest.version,
    attributes: new Map(
      declarations.map(({ tagName, attributes }) => [
        tagName,
        attributes.map(({ name, type: { text } }) => ({ name, values: valuesOf(text) })),
      ]),
    ),
    properties: new Map(
      declarations.map(({ tagName, members }) => [
        tagName,
        members
          .filter(({ kind, attribute }) => kind === 'field' && attribute === undefined)
          .map(({ name }) => name),
      ]),
    ),
    hashes,
  }
}

/** The words of a type as TypeScript writes it: `'auto' | 'popup'`. */
function valuesOf(type: string): readonly string[] | null {
  const values = [...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  return values.length === 0 ? null : values
}
