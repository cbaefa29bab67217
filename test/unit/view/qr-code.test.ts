// The widget's QR code, read by another library's decoder and compared with other encoders.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { qrPath } from '../../../src/view/qr-code.ts'

/** Bytes that versions 1 to 20 hold at level L (ISO/IEC 18004:2015, Table 7). */
const room = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858]
const versions = room.map((most, i) => ({ version: i + 1, least: (room[i - 1] ?? -1) + 1, most }))
const versionOf = (text: string) => ((qrPath(text)?.size ?? Number.NaN) - 25) / 4

/** The symbol that the path draws, with its quiet zone, in rows of 1 for dark and 0 for light. */
function drawn(text: string): string[] {
  const { size, path } = qrPath(text) ?? { size: 0, path: '' }
  const rows = Array.from({ length: size }, () => Array<number>(size).fill(0))
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    rows[Number(y)]?.fill(1, Number(x), Number(x) + Number(run))
  return rows.map((row) => row.join(''))
}

const symbol = (text: string) => {
  const rows = drawn(text).slice(4, -4)
  return rows.map((row) => row.slice(4, -4))
}

function otherEncoder(text: string, mask: number): string[] {
  const choice = { ecc: 'low', encoding: 'byte', version: versionOf(text), mask, border: 1 } as const
  const rows = encodeQR(text, 'raw', choice).slice(1, -1)
  return rows.map((row) => row.slice(1, -1).map(Number).join(''))
}

/** An image as from a camera: luminance, three pixels per module. */
function readByPhone(text: string): string {
  const wide = drawn(text).map((row) => row.replace(/./g, (module) => module.repeat(3)))
  const pixels = wide.flatMap((row) => [row, row, row]).join('')
  const data = Uint8Array.from(pixels.padEnd(1.5 * pixels.length), (pixel) => (pixel === '1' ? 0 : 255))
  const side = 3 * wide.length
  return decodeQR({ width: side, height: side, data }, { format: 'I420', timeLimit: 10_000 })
}

/** Format information at the first finder and at the others, most significant bit first (7.9.1, Figure 25). */
const right = (xs: number[]) => xs.map((x) => [x, 8])
const up = (ys: number[]) => ys.map((y) => [8, y])
const atFirstFinder = [...right([0, 1, 2, 3, 4, 5, 7, 8]), ...up([7, 5, 4, 3, 2, 1, 0])]
const atOtherFinders = [...up([-1, -2, -3, -4, -5, -6, -7]), ...right([-8, -7, -6, -5, -4, -3, -2, -1])]
const bitsAt = (rows: string[], cells: number[][]) =>
  Number.parseInt(cells.map(([x = 0, y = 0]) => rows.at(y)?.at(x)).join(''), 2)
const maskOf = (rows: string[]) => ((bitsAt(rows, atFirstFinder) ^ 0x5412) >> 10) & 7

/** The four rules of Table 11, counted one by one. */
function penalty(rows: string[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''))
  const dark = rows.join('').replaceAll('0', '').length
  let points = 10 * Math.floor(Math.abs((dark * 100) / rows.length ** 2 - 50) / 5)
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    for (const i of rows.keys()) if (/^(10111010000|00001011101)/.test(line.slice(i))) points += 40
  }
  const pairs = rows.slice(1).map((row, y) => [...row].map((module, x) => module + rows[y]?.[x]))
  for (const row of pairs)
    points += 3 * row.filter((pair, x) => row[x + 1] === pair && pair[0] === pair[1]).length
  return points
}

/** A URL of this many bytes, cut off if necessary. */
function url(least: number, most: number) {
  const tail = fc.stringMatching(new RegExp(`^[a-zA-Z0-9/?=&%._~-]{${most}}$`))
  const length = fc.integer({ min: least, max: most })
  return fc.tuple(tail, length).map(([tail, length]) => `https://${tail}`.slice(0, length))
}

describe('a QR code', () => {
  test.each(versions)('of version $version decodes to the exact URL', ({ version, least, most }) => {
    const reads = fc.property(url(least, most), (text) => {
      const rows = symbol(text)
      expect(versionOf(text)).toBe(version)
      expect(rows).toEqual(otherEncoder(text, maskOf(rows)))
      expect(readByPhone(text)).toBe(text)
    })
    fc.assert(reads, { numRuns: 3 })
  })

  test.each(versions)('uses a version above $version only for longer texts', (row) => {
    expect(versionOf('x'.repeat(row.least))).toBe(row.version)
    expect(versionOf('x'.repeat(row.most))).toBe(row.version)
  })

  test('that would be too dense for a camera is not shown', () => {
    expect(qrPath('x'.repeat(858))).not.toBeNull()
    expect(qrPath('x'.repeat(859))).toBeNull()
    expect(qrPath('é'.repeat(430))).toBeNull()
  })

  test('encodes letters outside of ASCII', () => {
    const reads = fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (path) => {
      const text = `https://läden.example/支払い/${path}`
      expect(readByPhone(text)).toBe(text)
    })
    fc.assert(reads, { numRuns: 20 })
  })

  test.each([0, 858])('of %i bytes has a quiet zone', (bytes) => {
    const rows = drawn('x'.repeat(bytes))
    const sides = rows.map((row) => row.slice(0, 4) + row.slice(-4))
    expect([...rows.slice(0, 4), ...rows.slice(-4), ...sides].join('')).toMatch(/^0+$/)
    expect(rows[4]?.slice(4, -4)).toMatch(/^11111110.*01111111$/)
  })

  // Texts that get mask 0, 1, 2… and the words of Table C.1 for them at level L.
  const masked = [16, 9, 12, 0, 451, 54, 13, 18].map((n) => `https://pay.example/${n}`)
  const formats = [0x77c4, 0x72f3, 0x7daa, 0x789d, 0x662f, 0x6318, 0x6c41, 0x6976]
  test.each(masked)('contains its mask twice: %s', (text) => {
    const rows = symbol(text)
    expect(bitsAt(rows, atFirstFinder)).toBe(formats[masked.indexOf(text)])
    expect(bitsAt(rows, atOtherFinders)).toBe(formats[masked.indexOf(text)])
    expect(rows.at(-8)?.[8]).toBe('1')
  })

  // Table D.1, from version 7 on.
  const words = [0x07c94, 0x085bc, 0x09a99, 0x0a4d3, 0x0bbf6, 0x0c762, 0x0d847, 0x0e60d, 0x0f928, 0x10b78]
  words.push(0x1145d, 0x12a17, 0x13532, 0x149a6)
  test.each(versions.slice(6))('contains its version $version twice', ({ version, most }) => {
    const rows = symbol('x'.repeat(most))
    const upRight = Array.from({ length: 18 }, (_, i) => [-9 - (i % 3), 5 - Math.floor(i / 3)])
    const lowLeft = upRight.map((cell) => cell.toReversed())
    expect([bitsAt(rows, upRight), bitsAt(rows, lowLeft)]).toEqual([words[version - 7], words[version - 7]])
  })

  test('has the mask with the lowest penalty', () => {
    const best = fc.property(url(12, 200), (text) => {
      const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => penalty(otherEncoder(text, mask)))
      expect(all[maskOf(symbol(text))]).toBe(Math.min(...all))
    })
    // Texts for which the share of dark modules decides.
    fc.assert(best, { numRuns: 25, examples: [['~'.repeat(31)], ['~'.repeat(53)]] })
  })

  // Made with node-qrcode 1.5.4 at level L, with its own choice of mask.
  test.each([
    ['', '4ce260f1891fd1b827103e74ba1bc3c4'],
    ['https://a.example', 'ea6040f5a4f0ab371d91a3f17b5dec50'],
    ['https://pay.example/p/7f3a', '5f7e49478679a666921abbcd1d817505'],
    [`https://pay.example/p/${'k7Q-'.repeat(40)}`, '5a0381038417bb2a00f73375e37ce30f'],
    [`https://pay.example/zahlung/${'grün/'.repeat(60)}`, '625d10bf0f50ed94a696f08d2dc1b973'],
    [`https://pay.example/p/${'k7Q-'.repeat(209)}`, '3ce407d1d0aa7edcb1a4bd7b38e7b7b2'],
  ])('equals the symbol of another encoder: %#', (text, hash) => {
    expect(createHash('sha256').update(symbol(text).join('\n')).digest('hex')).toContain(hash)
  })

  test('is cached until the text changes', () => {
    const first = qrPath('https://pay.example/1')
    expect(qrPath('https://pay.example/1')).toBe(first)
    expect(readByPhone('https://pay.example/2')).toBe('https://pay.example/2')
  })
})
