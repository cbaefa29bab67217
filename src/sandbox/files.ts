// Finds the sandbox's own files. They are beside this module, in the source and in the build.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** @param path relative to the sandbox's folder; must never come from a request */
export const fileOf = (path: string): URL => new URL(path, import.meta.url)

/** The value of a YAML file. In the package these files are JSON, and `parse` reads that: scripts/yaml-as-json.ts. */
export const readYaml = (path: string): unknown => parse(readFileSync(fileOf(path), 'utf8'), { merge: true })

/**
 * Reads the file for each request, so that an edit shows without a restart.
 * @param path relative to the sandbox's folder; must never come from a request
 */
export async function serveFile(path: string, contentType: string): Promise<Response> {
  const content = await readFile(fileOf(path))
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
