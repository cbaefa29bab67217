// Several merchants in one process: a world for each API key, so that parallel tests can share a sandbox. The world of
// the default key always exists. Another world is created by the first request with its key, and ends when it was
// unused for a day.
import { noPermissionEnding, readOnlyEnding } from './api/api-key.ts'
import { realClock } from './clock.ts'
import { createWorld, defaultKey, type SavedWorld, type World, type WorldOptions } from './create-world.ts'
import { Problem } from './problem.ts'

export type WorldsOptions = WorldOptions & {
  /** Keys beside the default one that have a world: these, or any that begins with "test_". Default: none. */
  keys?: 'any' | readonly string[]
}

/** A world that was unused for a day ends. Long enough for a debugger that was left open overnight. */
export const worldTtlMs = 24 * 60 * 60_000
/** When `maxWorlds` is reached, a world that was unused for this time may be ended. */
export const evictableAfterMs = 15 * 60_000
export const maxWorlds = 200

export type Worlds = ReturnType<typeof createWorlds>

/** @throws {Error} for a key that can have no world */
export function createWorlds({ keys = [], ...options }: WorldsOptions = {}) {
  const { apiKey: firstKey = defaultKey, clock = realClock } = options
  const first = createWorld(options)
  const others = new Map<string, { world: World; usedAt: number }>()
  const isAccepted = acceptedBy(keys)

  function create(key: string): World {
    if (others.size >= maxWorlds && !evictOldest(evictableAfterMs)) {
      const detail = `${maxWorlds} API keys are in use. End some (DELETE /sandbox/world), or use fewer.`
      throw new Problem(503, detail)
    }
    const world = createWorld({ ...options, apiKey: key })
    others.set(key, { world, usedAt: clock.now() })
    return world
  }

  /** Moves the entry to the end of the Map, so that the least recently used world is first. */
  function use(key: string): World | undefined {
    const entry = others.get(key)
    if (!entry) return undefined
    others.delete(key)
    others.set(key, { ...entry, usedAt: clock.now() })
    return entry.world
  }

  /** Ends the least recently used world if it was unused for `idleMs`. Returns whether it did. */
  function evictOldest(idleMs: number): boolean {
    const [oldest] = others
    return oldest !== undefined && clock.now() - oldest[1].usedAt >= idleMs && drop(oldest[0])
  }

  function drop(key: string): boolean {
    others.get(key)?.world.dispose()
    return others.delete(key)
  }

  return {
    /** The world of the default key. */
    first,

    /**
     * The world of a key or of its read-only or no-permission variant; undefined for a key that is not accepted.
     * @throws {Problem} 503 when too many keys are in use
     */
    of(given: string): World | undefined {
      const key = given === firstKey ? given : withoutEnding(given)
      const known = key === firstKey ? first : use(key)
      while (evictOldest(worldTtlMs));
      return known ?? (isAccepted(key) ? create(key) : undefined)
    },

    /** The world that a hosted page belongs to. */
    withHostedPage(token: string): World | undefined {
      if (first.service.ownsToken(token)) return first
      const key = [...others].find(([, { world }]) => world.service.ownsToken(token))?.[0]
      return key === undefined ? undefined : use(key)
    },

    /** Deletes the world of a key. The world of the default key stays. */
    end: (given: string): boolean => drop(withoutEnding(given)),

    /** All worlds but that of the default key. */
    save: (): [key: string, saved: SavedWorld][] =>
      [...others].map(([key, { world }]) => [key, world.save()]),

    /** Returns the worlds whose keys are not accepted now. */
    restore(saved: readonly (readonly [key: string, saved: SavedWorld])[]) {
      for (const [key, world] of saved) if (isAccepted(key)) create(key).restore(world)
      return saved.filter(([key]) => !isAccepted(key))
    },

    dispose() {
      first.dispose()
      for (const key of [...others.keys()]) drop(key)
    },
  }
}

const endings = [readOnlyEnding, noPermissionEnding]

function withoutEnding(key: string): string {
  const ending = endings.find((each) => key.endsWith(each))
  return ending === undefined ? key : key.slice(0, -ending.length)
}

/** A key has the document's prefix for tests, and does not look like the variant of another key. */
function canHaveWorld(key: string): boolean {
  return /^test_[\x21-\x7e]{1,200}$/.test(key) && withoutEnding(key) === key
}

function acceptedBy(keys: 'any' | readonly string[]): (key: string) => boolean {
  if (keys === 'any') return canHaveWorld
  if (!keys.every(canHaveWorld)) {
    throw new Error(
      `Each of \`keys\` begins with "test_", has no spaces, and does not end with "${endings.join('" or "')}".`,
    )
  }
  return (key) => keys.includes(key)
}
