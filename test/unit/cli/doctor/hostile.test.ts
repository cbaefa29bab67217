// Malicious and broken servers and pages: each leads to one message, within a time limit.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CommandError } from '../../../../src/cli/command.ts'
import { runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import { makeCertificate, startTlsServer, whyNoTls } from '../../../support/tls-server.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import {
  diagnose,
  diagnoseShop,
  element,
  facts,
  type Handler,
  html,
  pageOf,
  problemAnswer,
  secret,
  startShop,
} from './small-shop.ts'

const limits = { facts, timeLimitMs: 30_000, maxBytes: 100_000 }
/** For servers that stop answering. Long enough for a busy machine to read what comes before. */
const soon = { ...limits, timeLimitMs: 2_000 }

/** The error message for a page that cannot be read. */
async function failureAt(address: string, limited = limits): Promise<string> {
  const error = await runDoctor(address, {}, fakeTerminal().terminal, limited).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(CommandError)
  return (error as CommandError).message
}

const failureOf = async (handler: Handler): Promise<string> =>
  failureAt(`${(await startShop({ 'GET /': handler })).origin}/`)

/** A server that sends any bytes. */
async function startRaw(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => speak(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('an unreachable page ends the command with one message', () => {
  test('if no server listens', async () => {
    const { origin } = await startShop()
    const port = Number(new URL(origin).port)
    // A free port of the loopback interface.
    expect(await failureAt(`http://127.0.0.1:${port === 1 ? 2 : 1}/`)).toMatch(/refuses the connection/)
  })

  test('if there is no answer', async () => {
    expect(await failureAt(await startRaw(() => {}), soon)).toMatch(/does not answer within/)
  })

  test('if the headers never end', async () => {
    const address = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await failureAt(address, soon)).toMatch(/does not answer within 2 seconds/)
  })

  test('if there are too many headers', async () => {
    const address = await startRaw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`),
    )
    expect(await failureAt(address)).toMatch(/more than 16 kB of headers/)
  })

  test('if the server does not use HTTP', async () => {
    expect(await failureAt(await startRaw((socket) => socket.end('220 mail.example ESMTP\r\n')))).toMatch(
      /does not answer in HTTP/,
    )
  })

  test('if there is only plain HTTP', async () => {
    const address = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    expect(await failureAt(address.replace('http:', 'https:'))).toMatch(/begin the address with http:/)
  })

  test('if the connection closes without an answer', async () => {
    expect(await failureAt(await startRaw((socket) => socket.destroy()))).toMatch(/without an answer/)
  })

  test.skipIf(whyNoTls)('if the certificate is not trusted', async () => {
    const server = await startTlsServer(makeCertificate('localhost'), '127.0.0.1', 0, () => {})
    onTestFinished(server.close)
    expect(await failureAt(`https://localhost:${server.port}/`)).toMatch(/self-signed certificate/)
  })

  test('without showing the password of the address', async () => {
    expect(await failureAt('ftp://me:hush@shop.example/')).not.toContain('hush')
    expect(await failureAt('http://me:hush@127.0.0.1:1/')).not.toContain('hush')
  })

  test('if it redirects in a circle', async () => {
    const sentence = await failureOf((_request, response) =>
      response.writeHead(302, { location: '/?again' }).end(),
    )
    expect(sentence).toMatch(/in a circle/)
  })

  test('if every redirect leads to another one', async () => {
    let count = 0
    const sentence = await failureOf((_request, response) =>
      response.writeHead(302, { location: `/?${count++}` }).end(),
    )
    expect(sentence).toMatch(/more than 20 times/)
  })

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://[', 'data:text/html,x'])(
    'if it redirects to %s',
    async (location) => {
      const sentence = await failureOf((_request, response) => response.writeHead(302, { location }).end())
      expect(sentence).toMatch(/redirects to (an invalid address|\w+:, which is not a web address)\.$/)
    },
  )

  test.each(['localhost:4000', 'shop.example', 'file:///etc/passwd', ''])(
    'if the address is %j',
    async (address) => {
      expect(await failureAt(address)).toMatch(/must be a full address such as https:/)
    },
  )
})

describe('a page that does not end', () => {
  const endless: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(pageOf().replace('</body></html>', ''))
    const more = () => {
      while (response.write('<p>more</p>'.repeat(1_000)));
    }
    response.on('drain', more)
    more()
  }

  test('is read up to a limit and still checked', async () => {
    const { origin } = await startShop({ 'GET /': endless })
    const diagnosis = await diagnose(`${origin}/`, {}, limits)
    expect(diagnosis.exitCode).toBe(2)
    expect(diagnosis.one('page-too-large').level).toBe('unread')
    expect(diagnosis.one('element-there').level).toBe('fine')
    expect(diagnosis.wrong).toEqual(['page-too-large'])
  })

  test('is given up after a time without data', async () => {
    const { origin } = await startShop({
      'GET /': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).write(pageOf()),
    })
    const diagnosis = await diagnose(`${origin}/`, {}, soon)
    expect([diagnosis.exitCode, diagnosis.wrong]).toEqual([2, ['page-never-ends']])
  })

  test('is reported if the connection breaks in the middle', async () => {
    const { origin } = await startShop({
      'GET /': (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': '9999' })
          .write(pageOf(), () => response.destroy())
      },
    })
    const diagnosis = await diagnose(`${origin}/`, {}, limits)
    expect([diagnosis.exitCode, diagnosis.wrong]).toEqual([2, ['page-broken-off']])
  })

  const zeros = Buffer.alloc(60_000_000)
  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('holds 60 MB of nothing as %s', async (encoding, body) => {
    const { origin } = await startShop({
      'GET /': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body),
    })
    const before = process.memoryUsage().arrayBuffers
    const diagnosis = await diagnose(`${origin}/`, {}, limits)
    expect(diagnosis.one('page-too-large').seen).toContain('100 kB')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  test.each(['gzip', 'br', 'compress', 'gzip, gzip, gzip'])(
    'is reported if it claims to be %s, and is not',
    async (encoding) => {
      const { origin } = await startShop({ 'GET /': html(pageOf(), { 'content-encoding': encoding }) })
      const diagnosis = await diagnose(`${origin}/`, {}, limits)
      expect(diagnosis.wrong).toEqual(['page-not-decoded'])
    },
  )
})

describe('any page is parsed as a browser parses it', () => {
  const unusual: readonly [title: string, page: string | Buffer, type?: string][] = [
    ['nested a hundred thousand deep', '<div>'.repeat(100_000) + element],
    ['with tags that are not closed', `<table><tr><td><b><i>${element}</table></b><p>`],
    ['in UTF-16', Buffer.from(`\ufeff${pageOf()}`, 'utf16le'), 'text/html'],
    [
      'of bytes that are no UTF-8',
      Buffer.concat([Buffer.from(pageOf()), Buffer.from([0xff, 0xfe, 0, 0x80])]),
    ],
    ['in a charset that there is not', pageOf(), 'text/html; charset=klingon'],
    ['with NUL in it', pageOf(`\0${element}\0`)],
  ]
  test.each(unusual)('%s', async (_title, body, type = 'text/html; charset=utf-8') => {
    const { origin } = await startShop({
      'GET /': (_request, response) => response.writeHead(200, { 'content-type': type }).end(body),
    })
    const diagnosis = await diagnose(`${origin}/`, {}, { facts })
    expect(diagnosis.one('element-there').level).toBe('fine')
  })

  test.each([
    ['a comment', `<!-- ${element} -->`],
    ['a template', `<template>${element}</template>`],
    ['a noscript', `<noscript>${element}</noscript>`],
    ['a script', `<script type="text/x-template">${element}</script>`],
    ['a textarea', `<textarea>${element}</textarea>`],
  ])('an element in %s is none', async (_where, body) => {
    const diagnosis = await diagnoseShop({ 'GET /': html(pageOf(body)) })
    expect(diagnosis.one('element-not-in-html').level).toBe('unknown')
  })

  test('with elements in a shadow root', async () => {
    const body = `<div><template shadowrootmode="open">${element}</template></div>`
    const diagnosis = await diagnoseShop({ 'GET /': html(pageOf(body)) })
    expect(diagnosis.one('element-there').level).toBe('fine')
  })

  test('with addresses relative to <base>', async () => {
    const body = '<payin-checkout endpoint="checkout" order="A-1"></payin-checkout>'
    const { wrong, one } = await diagnoseShop({
      'GET /': html(pageOf(body, '<base href="/below/"><script src="../payin-checkout.js"></script>')),
      'GET /below/checkout/sessions/*': problemAnswer(404),
      'POST /below/checkout/sessions': problemAnswer(422),
    })
    expect(wrong).toEqual(['return-not-there'])
    expect(one('create-refused').seen).toContain('/below/checkout/sessions')
  })
})

describe('untrusted content is shown safely', () => {
  test('a thousand mistakes still give a readable report', async () => {
    const many = Array.from(
      { length: 1_000 },
      (_, at) => `<payin-checkout endpoint="/checkout" order="${at}" wrong${at}x="1"></payin-checkout>`,
    )
    const diagnosis = await diagnoseShop({ 'GET /': html(pageOf(many.join(''))) })
    expect(diagnosis.findings.length).toBeLessThan(60)
    expect(diagnosis.wrong).toEqual(['attribute-unknown'])
  })

  test('no control character reaches the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202egnp\r\n'
    const { origin } = await startShop({
      'GET /': html(
        pageOf(
          `<payin-checkout endpoint="/checkout" order="A-1" mode="${evil}" label${evil}="x"></payin-checkout>`,
        ),
      ),
    })
    const { terminal, lines } = fakeTerminal()
    await runDoctor(`${origin}/?${encodeURIComponent(evil)}=1`, { all: true }, terminal, { facts })
    const text = lines.join('\n')
    expect(text).toContain('owned')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  test('a page with the webhook secret is a problem, and the report does not show the secret', async () => {
    const diagnosis = await diagnoseShop({
      'GET /': html(pageOf(element.replace('order=', `mode="${secret}" order=`))),
    })
    expect(diagnosis.wrong).toEqual(['attribute-value', 'secret-in-page'])
    expect(diagnosis.text).not.toContain(secret)
  })

  test('the report shows no password and no query of an address', async () => {
    const { origin } = await startShop({
      'GET /': (request, response) => {
        const isRight = request.headers.authorization === `Basic ${btoa('me:hush-hush')}`
        response.writeHead(isRight ? 200 : 401, { 'content-type': 'text/html' }).end(pageOf())
      },
    })
    const diagnosis = await diagnose(`${origin.replace('//', '//me:hush-hush@')}/?token=of-one-person`)
    expect(diagnosis.one('page-answers').level).toBe('fine')
    expect(diagnosis.text).not.toMatch(/hush|of-one-person/)
  })
})
