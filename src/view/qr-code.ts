// A QR code for "continue on your phone": Model 2, byte mode, error correction level L. Clause numbers refer to
// ISO/IEC 18004:2015. Level L, because a screen is never damaged, and a phone reads fewer, larger modules more easily.
// Our own code, because an encoder for all modes and levels is five times as large.

let lastText: string | undefined
let lastCode: ReturnType<typeof encode>
// The symbol that is being computed. All code here is synchronous, so one set of variables is enough.
let version: number
let size: number
/** 128 × 128, more than any symbol here; a module is at x | y << 7. 1 is dark, 0 light, 2 nothing yet. */
let grid: number[]

/**
 * The QR code of a text (UTF-8), or null beyond version 20 (858 bytes), whose modules would be too small on a screen.
 * `path` is for a viewBox of `0 0 size size`, which includes a quiet zone of 4 modules, and for a stroke of width 1, the
 * default of SVG. It is one path of lines, so there are no gaps between modules. No `crispEdges`, which makes modules
 * uneven. Black on white in dark themes, too, because many readers support nothing else. The last result is cached,
 * because the panel renders each second.
 */
export function qrPath(text: string): { readonly size: number; readonly path: string } | null {
  if (text !== lastText) {
    lastText = text
    lastCode = encode(text)
  }
  return lastCode
}

/** Data codewords (7.4): mode, length, bytes, terminator and padding, in the smallest version that fits them. */
function encode(text: string) {
  const bytes = new TextEncoder().encode(text)
  version = 0
  // Level L of versions 1 to 20: error correction codewords of a block, and the number of blocks (Table 9).
  for (const parity of [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]) {
    const blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8][version++] as number
    size = 4 * version + 17
    const capacity = (draw([], 0) >> 3) - parity * blocks
    // The mode, 4, is half a byte and shifts what follows by half a byte. Only the low 8 bits of a codeword are used.
    const stream = [bytes.length >> 8, bytes.length, ...bytes, 0].slice(+(version < 10))
    const data = stream.map((byte, i) => ((stream[i - 1] ?? 4) << 4) | (byte >> 4))
    if (data.length > capacity) continue
    for (let pad = 236; data.length < capacity; pad ^= 253) data.push(pad)
    return { size: size + 8, path: bestMask(interleave(data, parity, blocks)) }
  }
  return null
}

/** a × b in GF(256) (7.5.2), bit by bit; with modulus 0, the plain product of two polynomials over GF(2). */
function multiply(a: number, b: number, modulus = 0x11d): number {
  let product = 0
  for (let i = 8; i--; ) product = (product << 1) ^ ((product >> 7) * modulus) ^ (((b >> i) & 1) * a)
  return product
}

/** Error correction of each block (7.5.2): the remainder of a division. Then all blocks, column by column (7.6). */
function interleave(data: number[], parity: number, blocks: number): number[] {
  // (x - 1)(x - 2)(x - 4)… without its leading 1 (Annex A).
  let generator: number[] = []
  for (let i = parity, root = 1; i--; root = multiply(root, 2))
    generator = [...generator, 0].map((c, j) => c ^ multiply(root, generator[j - 1] ?? 1))
  // Room for 8 blocks in a column. `flat` closes the gaps: the first blocks may be one codeword shorter.
  const codewords: number[] = []
  for (let left = blocks; left; left--) {
    let rest: number[] = []
    data.splice(0, data.length / left).forEach((byte, i) => {
      codewords[8 * i + 8 - left] = byte
      const factor = byte ^ (rest.shift() as number)
      rest = generator.map((c, j) => (rest[j] as number) ^ multiply(c, factor))
    })
    rest.forEach((byte, i) => {
      codewords[8 * i + 2000 - left] = byte
    })
  }
  return codewords.flat()
}

/** The path of the symbol whose mask has the lowest penalty (7.8.3.1), by all four rules of Table 11. */
function bestMask(codewords: number[]): string {
  let best = ''
  let bestScore = Infinity
  for (let mask = 0; mask < 8; mask++) {
    draw(codewords, mask)
    const rows = grid.join('')
    const lines = rows + grid.map((_, at) => grid[((at % 128) << 7) | (at >> 7)]).join('')
    // Patterns like a finder: 40 each. Blocks of 2 × 2: 3 each; every block is found twice, and `split` also returns its
    // colour, hence 0.75. Steps of 5% away from half dark: 10 each. Five or more in a line: their number minus 2, which is
    // how many characters `replace` removes.
    const score =
      40 * lines.split(/(?=10111010000|00001011101)/).length +
      0.75 * lines.split(/(?=([01])\1.{126}\1\1)/).length +
      10 * Math.abs(((10 * (lines.split('1').length - 1)) / size / size - 10) | 0) -
      lines.replace(/(.)\1{4,}/g, '$1$1').length
    if (score >= bestScore) continue
    bestScore = score
    best = rows
  }
  let path = ''
  best.replace(/1+/g, (run, at) => (path += `M${(at % 128) + 4} ${(at >> 7) + 4.5}h${run.length}`))
  return path
}

/** Places codewords bit by bit in columns of two, up and down, without column 6 (7.7.3). Returns how many bits fit. */
function draw(codewords: number[], mask: number): number {
  drawFunctionPatterns(mask)
  let bit = 0
  for (let left = size - 2; left > 0; left -= 2)
    for (let i = 2 * size; i--; ) {
      const x = left - +(left < 6) + (i % 2)
      const y = left & 2 ? i >> 1 : size + ~(i >> 1)
      const s = x + y
      const p = x * y
      // Mask conditions 0 to 7; where its condition is 0, a mask inverts (7.8.2, Table 10).
      const keeps = [s & 1, y & 1, x % 3, s % 3, ((y >> 1) + x / 3) & 1, p % 6, p % 6 > 2, (s + (p % 3)) & 1]
      if ((grid[x | (y << 7)] as number) > 1)
        grid[x | (y << 7)] = (((codewords[bit >> 3] as number) >> (7 - (bit++ % 8))) & 1) ^ +!keeps[mask]
    }
  return bit
}

/** Everything but data (6.3), on an empty grid: finders, alignment patterns, timing, version, format. */
function drawFunctionPatterns(mask: number): void {
  grid = Array(16384).fill(2)
  drawSquares(3, 3, 4, 0b1011)
  drawSquares(3, size - 4, 4, 0b1011)
  // Annex E: from the far end in even steps, then 6; none in version 1, where it would be at 14.
  const centres = [6]
  for (let at = size - 7; at > 14; at -= -2 * ~((2 * version + 1) / ((1 + version / 7) | 0))) centres.push(at)
  for (const x of centres)
    for (const y of centres) if ((grid[x | (y << 7)] as number) > 1) drawSquares(x, y, 2, 0b101)
  for (let i = 8; i < size - 8; i++) set(6, i, ~i)
  // Version information (7.10), from version 7 on, is a multiple of 0x1f25; for up to 5 bits, this is the quotient.
  for (let i = version > 6 ? 18 : 0; i--; )
    set(i / 3, size - 11 + (i % 3), multiply(0x1f25, version ^ (version >> 1), 0) >> i)
  // Format information (7.9): that of level L and mask 0, and the same trick for the mask. 128: the dark module.
  const format = 0x77c4 ^ multiply(0x537, mask ^ (mask >> 2), 0)
  for (let i = 0; i < 8; i++) {
    const near = i < 6 ? i : i + 1
    const far = size - 1 - i
    grid[near | 1024] = grid[8 | (far << 7)] = ((format | 128) >> (14 - i)) & 1
    grid[8 | (near << 7)] = grid[far | 1024] = (format >> i) & 1
  }
}

/** Concentric squares: bit n of the pattern is the colour of the ring at distance n. */
function drawSquares(cx: number, cy: number, radius: number, pattern: number): void {
  for (let x = -radius; x <= radius; x++)
    for (let y = -radius; y <= radius; y++) set(cx + x, cy + y, pattern >> Math.max(Math.abs(x), Math.abs(y)))
}

/** Sets a module and its mirror image: everything but the format is symmetrical. Ignores what is outside of the grid. */
function set(x: number, y: number, dark: number): void {
  grid[x | (y << 7)] = grid[y | (x << 7)] = dark & 1
}
