// Writes new files, all or none, and never over an existing one.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { CommandError } from '../command.ts'
import type { ShopFile } from './compose.ts'

/** `other`: something of this name is there, which a person has to look at. */
export type Found = 'missing' | 'same' | 'other' | 'enough'

export interface Place {
  readonly file: ShopFile
  readonly found: Found
  /** The path of what is there, else the one to write. */
  readonly path: string
}

/** What is there in place of a file. A link that leads nowhere is there, too. */
export function find(folder: string, file: ShopFile): Place {
  const rival = isThere(join(folder, file.path)) ? file.path : rivalOf(folder, file.path)
  return rival === undefined
    ? { file, found: 'missing', path: file.path }
    : { file, found: compare(join(folder, rival), file), path: rival }
}

function compare(place: string, { text, isEnough }: ShopFile): Found {
  try {
    // Git on Windows may have changed the ends of the lines.
    const there = readFileSync(place, 'utf8').replaceAll('\r\n', '\n')
    if (there === text) return 'same'
    return isEnough?.test(there) ? 'enough' : 'other'
  } catch {
    return 'other'
  }
}

function isThere(place: string): boolean {
  try {
    lstatSync(place)
    return true
  } catch {
    // Also where a folder of its path is a file: then writing fails, and says so.
    return false
  }
}

/**
 * The file that the project has in another language (`merchant.js` for `merchant.ts`), or its page under another name
 * of the variable (`orders/[slug]` for `orders/[id]`): next to it, ours would be a second one.
 */
function rivalOf(folder: string, path: string): string | undefined {
  const names = path.split('/')
  for (const [at, name] of names.entries()) {
    const isSame = rivalsOf(name)
    const parents = names.slice(0, at)
    const other =
      isSame && namesIn(join(folder, ...parents)).find((each) => each !== name && isSame.test(each))
    if (other) return [...parents, other].join('/')
  }
  return undefined
}

function rivalsOf(name: string): RegExp | null {
  if (/^\[\w+\]$/.test(name)) return /^\[\w+\]$/
  const [, stem] = /^(\w+(?:\.(?:server|config))?)\.[cm]?[jt]sx?$/.exec(name) ?? []
  return stem === undefined ? null : new RegExp(`^${stem.replace('.', '\\.')}\\.[cm]?[jt]sx?$`)
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Writes files that are missing. It does not wait in between, so Ctrl-C cannot come between two of them.
 * @throws {CommandError} after removing what it has written
 */
export function writeFiles(folder: string, files: readonly ShopFile[]): void {
  const undo: (() => void)[] = []
  try {
    for (const { path, text } of files) {
      const place = join(folder, path)
      makeFolder(dirname(place), undo)
      requireInside(folder, dirname(place), path)
      // Fails if somebody else has made the file meanwhile. On a full disk, only the text fails.
      writeFileSync(place, '', { flag: 'wx' })
      undo.push(() => rmSync(place))
      writeFileSync(place, text)
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    if (error instanceof CommandError) throw error
    throw new CommandError(
      `A file cannot be written: ${error instanceof Error ? error.message : error}`,
      'Nothing was written.',
    )
  }
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), undo)
  mkdirSync(folder)
  undo.push(() => rmdirSync(folder))
}

/** A link such as `app -> ../other-shop/app` would lead to files of another project. */
function requireInside(folder: string, place: string, path: string): void {
  const way = relative(realpathSync(folder), realpathSync(place))
  if (way === '..' || way.startsWith(`..${sep}`))
    throw new CommandError(
      `${path} would be outside of the folder, because a part of it is a link.`,
      'Nothing was written.',
    )
}
