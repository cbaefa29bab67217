import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventParser } from '../../../src/cli/sandbox-client/events.ts'

const parse = (...chunks: readonly string[]) => {
  const take = createEventParser()
  return chunks.flatMap((chunk) => take(chunk))
}

describe('Server-Sent Events', () => {
  it.each([
    ['an event', 'id: 1\nevent: a\ndata: x\n\n', [{ id: '1', type: 'a', data: 'x' }]],
    ['no name', 'data: x\n\n', [{ id: '', type: 'message', data: 'x' }]],
    ['several lines of data', 'data: x\ndata:\ndata: y\n\n', [{ id: '', type: 'message', data: 'x\n\ny' }]],
    ['one space that is no data, and one that is', 'data:  x\n\n', [{ id: '', type: 'message', data: ' x' }]],
    ['colons in the data', 'data: {"a":"b:c"}\n\n', [{ id: '', type: 'message', data: '{"a":"b:c"}' }]],
    ['comments', ': still here\n\n:\n\n', []],
    ['an event without data', 'event: a\n\n', []],
    ['a name that ends with its event', 'event: a\n\ndata: x\n\n', [{ id: '', type: 'message', data: 'x' }]],
    ['an id with NUL', 'id: 1\0\ndata: x\n\n', [{ id: '', type: 'message', data: 'x' }]],
    ['fields that nobody knows', 'retry: 5\nfoo\ndata: x\n\n', [{ id: '', type: 'message', data: 'x' }]],
    ['what has no end', 'data: x\n', []],
  ])('are read: %s', (_, text, events) => {
    expect(parse(text)).toEqual(events)
  })

  it('keep the id for the following events', () => {
    expect(parse('id: 1\ndata: x\n\ndata: y\n\n').map(({ id }) => id)).toEqual(['1', '1'])
  })

  it('are parsed the same for any chunks and any line ends', () => {
    const text = 'id: 1\nevent: a\ndata: x\n\n: comment\n\nid: 2\ndata: {"y":\ndata: 1}\n\n'
    const whole = parse(text)
    expect(whole).toHaveLength(2)
    fc.assert(
      fc.property(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(120), { maxLength: 20 }),
        (lineEnd, cuts) => {
          const sent = text.replaceAll('\n', lineEnd)
          const places = [0, ...cuts.sort((a, b) => a - b), sent.length]
          const chunks = places.slice(1).map((end, at) => sent.slice(places[at], end))
          // A CR at the end may be the first half of CRLF, so the parser waits for the next chunk.
          expect(parse(...chunks, lineEnd === '\r' ? ':' : '')).toEqual(whole)
        },
      ),
    )
  })

  it.each(['\n', '\r\n'])('are the same, split at any position, with lines that end in %j', (lineEnd) => {
    const text = 'id: 1\nevent: a\ndata: x\ndata: y\n\n'.replaceAll('\n', lineEnd)
    for (let at = 0; at <= text.length; at++) {
      expect(parse(text.slice(0, at), text.slice(at))).toEqual([{ id: '1', type: 'a', data: 'x\ny' }])
    }
  })

  it('that never end are refused before they fill the memory', () => {
    const take = createEventParser()
    const mebibyte = 'x'.repeat(1024 * 1024)
    expect(() => {
      for (let n = 0; n < 10; n++) take(mebibyte)
    }).toThrow(RangeError)
    const takeLines = createEventParser()
    expect(() => {
      for (let n = 0; n < 10; n++) takeLines(`data: ${mebibyte}\n`)
    }).toThrow(RangeError)
  })
})
