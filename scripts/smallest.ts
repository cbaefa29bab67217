import { minify } from 'terser'

/**
 * A second pass over a classic script that Vite has made: it finds a few hundred bytes that the first one leaves.
 * @param preamble a comment that stays on top
 */
export async function smallest(built: string, preamble = ''): Promise<string> {
  const { code = built } = await minify(built, {
    ecma: 2020,
    compress: { passes: 3 },
    toplevel: true,
    // ASCII: a page in another encoding, served without a charset, reads the script in that encoding.
    format: { ascii_only: true, preamble },
  })
  return code
}
