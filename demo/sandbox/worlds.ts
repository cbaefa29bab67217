// Several merchants in one process: a world for each API key, so that tests which run side by side share a sandbox and
// nothing in it. The default key's world is always there; another begins with the first request that names its key, and
// ends when nobody has used it for long.
import { noPermissionEnding, readOnlyEnding } from './api/api-key.ts'
import { realClock } from './clock.ts'
import { createWorld, defaultKey, type SavedWorld, type World, type WorldOptions } from './create-world.ts'
import { Problem } from './problem.ts'

export type WorldsOptions = WorldOptions & {
  /** Which keys beside the default one have a world: these, or any that begins with "test_". Default: none. */
  keys?: 'any' | readonly string[]
}

/** Nobody comes back after so long, not even from a debugger that was left open overnight. */
export const worldTtlMs = 24 * 60 * 60_000
/** With all places taken, a world that was unused for so long makes room. */
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

  /** A Map keeps the order of insertion: what is used goes to its end. */
  function use(key: string): World | undefined {
    const entry = others.get(key)
    if (!entry) return undefined
    others.delete(key)
    others.set(key, { ...entry, usedAt: clock.now() })
    return entry.world
  }

  /** @param idleMs how long nobody has used it, at least; `false` when there is none */
  function evictOldest(idleMs: number): boolean {
    const [oldest] = others
    return oldest !== undefined && clock.now() - oldest[1].usedAt >= idleMs && drop(oldest[0])
  }

  function drop(key: string): boolean {
    others.get(key)?.world.dispose()
    return others.delete(key)
  }

  return {
    /** The default key's. */
    first,

    /**
     * The world of a key, also of its read-only and no-permission variant; undefined for a key that is not accepted.
     * @throws {Problem} 503 when too many keys are in use
     */
    of(given: string): World | undefined {
      const key = given === firstKey ? given : withoutEnding(given)
      const known = key === firstKey ? first : use(key)
      while (evictOldest(worldTtlMs));
      return known ?? (isAccepted(key) ? create(key) : undefined)
    },

    /** The world whose hosted page has this address. */
    withHostedPage(token: string): World | undefined {
      if (first.service.ownsToken(token)) return first
      const key = [...others].find(([, { world }]) => world.service.ownsToken(token))?.[0]
      return key === undefined ? undefined : use(key)
    },

    /** Ends the world of a key with all that is in it; the default key's stays. */
    end: (given: string): boolean => drop(withoutEnding(given)),

    /** All but the default key's. */
    save: (): [key: string, saved: SavedWorld][] =>
      [...others].map(([key, { world }]) => [key, world.save()]),

    /** Answers those whose keys are not accepted now. */
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

/** The document's prefix for keys of tests, and no key that would be another's variant. */
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
