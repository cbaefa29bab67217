// A client that sends requests as fast as it can, as a separate process started by `flood.ts`. Each connection sends its
// next request after the last answer. `*` in a path is replaced by a new random text each time.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const [port, connections, from, request] = process.argv.slice(2)
let answers = 0

/** The request with new random texts. It has no body. */
function fresh(): string {
  const texts = (request ?? '').replaceAll('*', () => randomBytes(32).toString('base64url'))
  return `${texts} HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\nAuthorization: Bearer wrong\r\n\r\n`
}

function open(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
  let output = ''
  socket.setEncoding('latin1')
  socket.on('connect', () => socket.write(fresh()))
  socket.on('data', (text) => {
    output += text
    const head = output.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(output)?.[1] ?? 0)
    if (output.length < head + 4 + length) return
    output = ''
    answers++
    socket.write(fresh())
  })
  // The flood continues after any connection error.
  socket.on('error', () => undefined)
  socket.on('close', () => setTimeout(open, 50))
}

for (let n = 0; n < Number(connections); n++) open()
setInterval(() => process.send?.(answers), 50)
process.once('disconnect', () => process.exit(0))
