// A small random generator. Each history needs a few dozen numbers, so it must cost nearly nothing to make one.

/** @returns a whole number from 0 up to, but not including, its argument */
export type Random = (below: number) => number

/** Makes a generator (mulberry32) that gives the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
