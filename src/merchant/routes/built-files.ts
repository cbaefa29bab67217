import { readFile, stat } from 'node:fs/promises'
import { hashOf } from '../session/capability.ts'

export interface BuiltFile {
  readonly changedMs: number
  readonly text: string
  readonly etag: string
}

/** The built files, cached in memory and read again when they change. */
export function createBuiltFiles(folder: URL | null) {
  const cache = new Map<string, BuiltFile>()
  return {
    /** Reads a file; `null` when it does not exist. */
    async read(path: string): Promise<BuiltFile | null> {
      if (folder === null) return null
      const url = new URL(path, folder)
      const changedMs = await stat(url).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (changedMs === null) return null
      const known = cache.get(path)
      if (known?.changedMs === changedMs) return known
      const text = await readFile(url, 'utf8')
      const file = { changedMs, text, etag: `"${hashOf(text).slice(0, 32)}"` }
      cache.set(path, file)
      return file
    },
  }
}
