// Firefox's built-in remote control. It takes W3C WebDriver's commands under its own names, as JSON over TCP, each message
// after its length: `[0, id, name, parameters]`, answered by `[1, id, error, result]`. This file translates between the
// two, as geckodriver does, which Debian 12 does not have.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DriverError, type Wire } from './wire.ts'

const names: Readonly<Record<string, string>> = {
  'POST url': 'WebDriver:Navigate',
  'GET url': 'WebDriver:GetCurrentURL',
  'POST back': 'WebDriver:Back',
  'POST refresh': 'WebDriver:Refresh',
  'GET window': 'WebDriver:GetWindowHandle',
  'POST window': 'WebDriver:SwitchToWindow',
  'DELETE window': 'WebDriver:CloseWindow',
  'POST window/new': 'WebDriver:NewWindow',
  'GET window/handles': 'WebDriver:GetWindowHandles',
  'POST frame': 'WebDriver:SwitchToFrame',
  'POST execute/sync': 'WebDriver:ExecuteScript',
  'POST actions': 'WebDriver:PerformActions',
  'GET element/*/computedrole': 'WebDriver:GetComputedRole',
  'GET element/*/computedlabel': 'WebDriver:GetComputedLabel',
}

/** Begins a session with the Firefox that listens on this port. */
export async function openMarionetteWire(port: number, capabilities: object): Promise<Wire> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const command = commander(socket)
  await command('WebDriver:NewSession', capabilities)
  return {
    send(method, path, parameters = {}) {
      const [, id] = /^element\/([^/]+)\//.exec(path) ?? []
      const name = names[`${method} ${id ? path.replace(id, '*') : path}`]
      if (!name) throw new Error(`${method} ${path} has no Marionette command here: add it to \`names\`.`)
      return command(name, id ? { id, ...parameters } : parameters)
    },
    async close() {
      await command('WebDriver:DeleteSession', {})
      socket.end()
    },
  }
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown]

function commander(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  const waiting = new Map<number, PromiseWithResolvers>()
  let last = 0
  readMessages(socket, (message) => {
    // The first message is not an answer: it describes Firefox.
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as Answer
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new DriverError(error.error, error.message))
    else asked?.resolve(unwrapped(result))
  })
  const end = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'))
  }
  socket.on('close', end).on('error', end)
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      const message = JSON.stringify([0, last, name, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

interface PromiseWithResolvers {
  resolve(value: unknown): void
  reject(error: Error): void
}

const unwrapped = (result: unknown) =>
  typeof result === 'object' && result !== null && 'value' in result ? result.value : result

function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const colon = bytes.indexOf(':')
      const end = colon + 1 + Number(bytes.subarray(0, colon))
      if (colon < 0 || bytes.length < end) return
      take(JSON.parse(bytes.toString('utf8', colon + 1, end)))
      bytes = bytes.subarray(end)
    }
  })
}
