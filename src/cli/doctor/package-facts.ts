// Facts about this package: its version, the attributes of its elements, and the hashes of its files.
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

/** An attribute and its allowed values; `null` allows any text. */
export interface KnownAttribute {
  readonly name: string
  readonly values: readonly string[] | null
}

export interface PackageFacts {
  readonly version: string
  readonly attributes: ReadonlyMap<string, readonly KnownAttribute[]>
  /** The properties without an attribute, by tag. */
  readonly properties: ReadonlyMap<string, readonly string[]>
  /** The `integrity` of each file of this version, by file name. */
  readonly hashes: Readonly<Record<string, string>>
}

/** Reads integrity.json of this package or of a shop; `null` if it has another form. */
export function parseIntegrity(json: unknown): z.infer<typeof integrity> | null {
  return integrity.safeParse(json).data ?? null
}

/**
 * Reads the files next to the built script.
 * @throws {CommandError} if the package is not built
 */
export async function readPackageFacts(folder = builtFolder()): Promise<PackageFacts> {
  const read = async (name: string): Promise<unknown> => {
    try {
      if (folder === null) throw new Error('The package does not find itself.')
      return JSON.parse(await readFile(new URL(name, folder), 'utf8'))
    } catch {
      throw new CommandError(
        `${name} of the package cannot be read. Install payin-checkout again; in its repository run \`npm run build\`.`,
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

/** The values of a TypeScript union such as `'auto' | 'popup'`; `null` for another type. */
export function valuesOf(type: string): readonly string[] | null {
  const values = [...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  return values.length === 0 ? null : values
}
