// What the built package says about itself: its manifest, and the hash of its script.
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
  cssProperties: z.array(z.object({ ...described, syntax: z.string().optional() })),
})

const manifestFile = z.object({ modules: z.array(z.object({ declarations: z.array(declaration) })) })

const integrityFile = z.object({ files: z.object({ 'payin-checkout.js': z.string() }) })

/** One element, as custom-elements.json declares it. */
export type Declaration = z.infer<typeof declaration>

export interface Package {
  readonly elements: readonly Declaration[]
  /** Of `payin-checkout.js`, as the attribute `integrity` takes it. */
  readonly integrity: string
}

/**
 * Reads what `npm run build` wrote, anew at each call; `null` while nothing is built.
 * @throws when it is no manifest
 */
export async function readPackage(built: URL = dist): Promise<Package | null> {
  const read = (name: string) => readFile(new URL(name, built), 'utf8').catch(() => null)
  const [manifest, hashes] = await Promise.all([read('custom-elements.json'), read('integrity.json')])
  if (manifest === null || hashes === null) return null
  return {
    elements: manifestFile.parse(JSON.parse(manifest)).modules.flatMap((module) => module.declarations),
    integrity: integrityFile.parse(JSON.parse(hashes)).files['payin-checkout.js'],
  }
}
