// A minimal HTTP/1.1 parser for loopback: it separates answers.

export interface ParsedAnswer {
  readonly status: number
  /** The body. */
  readonly text: string
}

/**
 * Creates the parser of one connection: it takes bytes in any pieces, and emits each answer once.
 * @throws {Error} from the parser, when an answer has no length
 */
export function createAnswerParser(onAnswer: (answer: ParsedAnswer) => void): (bytes: Buffer) => void {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const status = Number(rest.slice(9, 12))
      const end = headEnd + 4 + bodyLength(rest.slice(0, headEnd), status)
      if (rest.length < end) return
      const text = rest.slice(headEnd + 4, end)
      rest = rest.slice(end)
      onAnswer({ status, text })
    }
  }
}

function bodyLength(head: string, status: number): number {
  if (status === 304 || status === 204) return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer does not say how long it is:\n${head}`)
  return Number(length)
}
