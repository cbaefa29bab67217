// Parses Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
// Node 20 has no EventSource.

export interface ServerEvent {
  /** The last id of the stream; empty before the first one. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** Longer than any event of the sandbox, whose bodies have at most 64 KiB. */
const longestEvent = 4 * 1024 * 1024

/**
 * @returns a function that takes chunks of text, cut anywhere, and returns the events that are complete. It throws a
 *   RangeError for an event that does not end
 */
export function createEventParser(): (chunk: string) => ServerEvent[] {
  let rest = ''
  let id = ''
  let type = ''
  let data: string[] = []
  let size = 0

  function readLine(line: string): ServerEvent[] {
    if (line === '') return dispatch()
    // A comment starts with a colon, so its name is empty.
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'event') type = value
    if (name === 'id' && !value.includes('\0')) id = value
    size += line.length
    return []
  }

  function dispatch(): ServerEvent[] {
    const event = { id, type: type || 'message', data: data.join('\n') }
    const isEmpty = data.length === 0
    type = ''
    data = []
    size = 0
    return isEmpty ? [] : [event]
  }

  return (chunk) => {
    rest += chunk
    // A line ends with CR, LF or CRLF. A CR at the end of a chunk may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events = lines.flatMap(readLine)
    if (rest.length + size > longestEvent) throw new RangeError('an event is longer than any of a sandbox')
    return events
  }
}
