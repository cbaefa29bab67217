// Reads the built package's manifest and the hash of its script.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const dist = new URL('../../dist/', import.meta.url)

const described = { name: z.string(), description: z.string() }

const declaration = z.object({
  tagName: z.string(),
  description: z.string(),
  attributes: z.array(
    z.object({ ...described, type: z.object({ text: z.string() }), default: z.string().optional() }),
  ),
  events: z.array(z.object({ name: z.string() })),
  cssProperties: z.array(z.object({ ...described, syntax: z.string().optional() })),
})

const manifestFile = z.object({ modules: z.array(z.object({ declarations: z.array(declaration) })) })

const integrityFile = z.object({ version: z.string(), files: z.record(z.string(), z.string()) })

/** One element, as custom-elements.json declares it. */
export type Declaration = z.infer<typeof declaration>

/** The script with its version in the name: its content never changes, so its hash stays valid. */
export interface Script {
  readonly name: string
  /** As the attribute `integrity` takes it. */
  readonly integrity: string
}

export interface Package {
  readonly elements: readonly Declaration[]
  readonly script: Script
}

/**
 * Reads the files of `npm run build` at each call; `null` while nothing is built.
 * @throws when the manifest is invalid
 */
export async function readPackage(built: URL = dist): Promise<Package | null> {
  const read = (name: string) => readFile(new URL(name, built), 'utf8').catch(() => null)
  const [manifest, hashes] = await Promise.all([read('custom-elements.json'), read('integrity.json')])
  if (manifest === null || hashes === null) return null
  return {
    elements: manifestFile.parse(JSON.parse(manifest)).modules.flatMap((module) => module.declarations),
    script: scriptIn(integrityFile.parse(JSON.parse(hashes))),
  }
}

function scriptIn({ version, files }: z.infer<typeof integrityFile>): Script {
  const name = `payin-checkout-${version}.js`
  const integrity = files[name]
  if (!integrity) throw new Error(`integrity.json does not name ${name}. Run \`npm run build\`.`)
  return { name, integrity }
}
