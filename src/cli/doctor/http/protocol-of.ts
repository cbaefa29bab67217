// Finds the HTTP version that an `https:` server offers to browsers (ALPN). It sends no request.
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { within } from '../../time-limit.ts'

/** `h2` or `http/1.1`; `null` if the server names none, cannot be reached in time, or has no TLS. */
export function protocolOf(url: URL, ended: AbortSignal, timeLimitMs: number): Promise<string | null> {
  if (url.protocol !== 'https:') return Promise.resolve(null)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 443)
  const look = (signal: AbortSignal) =>
    new Promise<string | null>((resolve) => {
      const socket = connect({
        host,
        port,
        ALPNProtocols: ['h2', 'http/1.1'],
        ...(isIP(host) === 0 && { servername: host }),
      })
      const end = (protocol: string | null) => {
        signal.removeEventListener('abort', give)
        socket.destroy()
        resolve(protocol)
      }
      const give = () => end(null)
      signal.addEventListener('abort', give)
      socket.once('secureConnect', () => end(socket.alpnProtocol || null))
      socket.on('error', give)
      if (signal.aborted) give()
    })
  return within(timeLimitMs, ended, look)
}
