// Server-Sent Events out of the bytes of an answer: https://html.spec.whatwg.org/multipage/server-sent-events.html
// Node 20 has no EventSource.

export interface ServerEvent {
  /** Empty where no event of the stream has named one so far. */
  readonly id: string
  readonly type: string
  readonly data: string
}

/** Longer than anything that the sandbox sends: its bodies are 64 KiB at most. */
const longestEvent = 4 * 1024 * 1024

/**
 * @returns takes the text as it comes, parted anywhere, and gives the events that are complete with it; throws a RangeError for
 * one that has no end
 */
export function createEventParser(): (chunk: string) => ServerEvent[] {
  let rest = ''
  let id = ''
  let type = ''
  let data: string[] = []
  let size = 0

  function readLine(line: string): ServerEvent[] {
    if (line === '') return dispatch()
    // A comment begins with a colon, and so has an empty name.
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
    // A line ends with CR, LF or both; a CR at the end may be the first half of both.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events = lines.flatMap(readLine)
    if (rest.length + size > longestEvent) throw new RangeError('An event is longer than any of a sandbox.')
    return events
  }
}
