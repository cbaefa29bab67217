import { minify } from 'terser'

export interface SmallestOptions {
  /** A comment that stays on top. */
  readonly preamble?: string
  /** Properties that may be called something else: nobody outside of the script reads or writes them. */
  readonly internalNames?: readonly string[]
}

/** A second pass over a classic script that Vite has made: it finds a few hundred bytes that the first one leaves. */
export async function smallest(built: string, options: SmallestOptions = {}): Promise<string> {
  const { preamble = '', internalNames = [] } = options
  const { code = built } = await minify(built, {
    ecma: 2020,
    // A function without `this` becomes an arrow or a method: nothing of ours, of Preact or of signals calls one with
    // `new`. Not `pure_getters`: to read a signal is to follow it, also where nobody looks at what was read.
    compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
    ...(internalNames.length > 0 && {
      mangle: { properties: { regex: new RegExp(`^(?:${internalNames.join('|')})$`) } },
    }),
    toplevel: true,
    // ASCII: a page in another encoding, served without a charset, reads the script in that encoding.
    format: { ascii_only: true, preamble },
  })
  return code
}
