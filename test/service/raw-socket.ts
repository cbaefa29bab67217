// Raw bytes on a socket, for requests that `fetch` cannot send.
import { connect } from 'node:net'

const timeoutMs = 30_000

export type RawAnswer = { status: number; headers: string; body: string }

/**
 * Sends the bytes unchanged and reads until the server closes. So the last request must have `Connection: close`.
 * @throws {Error} when the server neither answers nor closes within half a minute
 */
export function exchange(origin: string, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const late = setTimeout(
      () => socket.destroy(new Error('The server neither answered nor closed.')),
      timeoutMs,
    )
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(late)
      resolve(readAnswers(received))
    })
  })
}

/** Sends the bytes and disconnects. */
export function hangUp(origin: string, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.destroy()))
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

function readAnswers(text: string): RawAnswer[] {
  const answers = text.split(/(?=HTTP\/1\.1 [0-9]{3} )/).filter((part) => part !== '')
  return answers.map((part) => {
    const [headers = '', body = ''] = part.split('\r\n\r\n')
    return { status: Number(part.slice(9, 12)), headers, body }
  })
}
