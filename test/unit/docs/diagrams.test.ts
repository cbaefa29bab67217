// The diagrams of the documents show what the code does, and the site draws every text of them.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { drawDiagram } from '../../../docs/site/diagrams.ts'
import { kindOf } from '../../../src/merchant/kinds/kinds.ts'
import { outcomeOf } from '../../../src/protocol/outcome.ts'
import { allBlocks, blocksOf, codeIn, placeOf, readDocument, tableOf } from '../../support/documents.ts'
import { startPaying } from '../../support/started-checkout.ts'
import { everyWay } from '../checkout/every-way.ts'
import { faultDiagram } from './drawn-faults.ts'
import { stateDiagram, wayRows } from './drawn-states.ts'

const diagramIn = (file: string) => blocksOf(file).find(({ language }) => language === 'mermaid')?.code ?? ''

describe('the diagram of the states', () => {
  const ways = everyWay()

  test('shows the transitions of the state machine', () => {
    expect(diagramIn('docs/events-and-states.md')).toBe(stateDiagram(ways))
  })

  test('has every other transition in the table below it', () => {
    const rows = tableOf(readDocument('docs/events-and-states.md'), 'from')
    expect(rows.map((row) => `| ${row.join(' | ')} |`)).toEqual(wayRows(ways))
  })

  test('omits reset(), which leads from every phase to the beginning', () => {
    const left = new Set(ways.filter(({ by }) => by === 'reset').map(({ from, to }) => `${from} ${to}`))
    const phases = new Set(ways.map(({ from }) => from))
    expect([...left]).toEqual([...phases].filter((phase) => phase !== 'idle').map((phase) => `${phase} idle`))
  })
})

describe('the diagram of a payment', () => {
  const lines = [...diagramIn('docs/protocol.md').matchAll(/^\s*(\w+)(--?)>>(\w+): (.+)$/gm)].map(
    ([, from, line, to, text = '']) => ({ way: `${from} ${to}`, isAnswer: line === '--', text }),
  )
  const textsOf = (way: string, isAnswer = false) =>
    lines.filter((line) => line.way === way && line.isAnswer === isAnswer).map(({ text }) => text)

  test('shows the events of a payment after the same calls', async () => {
    const started = await startPaying()
    await started.read({ status: 'COMPLETED' })
    const { create, read } = started.ports.merchant

    expect(textsOf('page page')).toEqual(started.emitted().map((name) => `payment-${name}`))
    expect(textsOf('page server')).toEqual(['POST /sessions', 'GET /sessions/{id}'])
    expect([create.calls.length, read.calls.length]).toEqual([1, 1])
  })

  test('names only calls of the protocol and operations of the service', () => {
    const protocol = tableOf(readDocument('docs/protocol.md'), 'call').map(([call = '']) => codeIn(call)[0])
    const { paths } = parse(readFileSync('src/sandbox/openapi/openapi.yaml', 'utf8'))
    const isOperation = (text: string) => {
      const [method = '', path = ''] = text.split(' ')
      return paths[path]?.[method.toLowerCase()] !== undefined
    }

    expect(textsOf('page server').map((text) => text.replace('/', '{endpoint}/'))).toEqual(
      textsOf('page server').map((text) =>
        protocol.find((call) => call === text.replace('/', '{endpoint}/')),
      ),
    )
    expect(textsOf('server service').filter((text) => !isOperation(text))).toEqual([])
    expect(textsOf('service server')).toEqual([`POST /webhooks/${kindOf('payin').webhooks.path}`])
  })

  test('answers the page with the outcome of the service’s status', () => {
    const said = textsOf('service server', true)
    expect(textsOf('server page', true)).toEqual(
      said.map((status) => `session: ${outcomeOf('payin', status)}`),
    )
    expect(said).toEqual(['CREATED', 'COMPLETED'])
  })
})

test('the diagram of faults shows what follows each answer', () => {
  expect(diagramIn('docs/internals/fault-table.md')).toBe(faultDiagram())
})

describe('the site', () => {
  const diagrams = allBlocks('mermaid').map((block) => [placeOf(block), block.code] as const)

  test('has the diagrams of three documents', () => {
    expect(diagrams).toHaveLength(3)
  })

  // The drawing library silently omits what it does not understand.
  test.each(diagrams)('draws every word of %s', (_, code) => {
    const svg = drawDiagram(code, 'drawn')
      .replace(/<\/(text|tspan)>/g, ' ')
      .replace(/<[^>]+>/g, '')
    const drawn = svg.replaceAll('&quot;', '"').replaceAll('&#39;', "'").split(/\s+/).join(' ')
    const written = [...code.matchAll(/"([^"]+)"|(?<=: )(.+)$|(?<= as )(?!answered)(.+)$/gm)].map(
      ([, quoted, after, named]) => (quoted ?? after ?? named ?? '').replaceAll('<br/>', ' '),
    )
    expect(written.length).toBeGreaterThan(5)
    expect(written.filter((text) => !drawn.includes(text))).toEqual([])
  })

  test.each(diagrams)('draws %s without a request to another host', (_, code) => {
    expect(drawDiagram(code, 'drawn').replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|@import|<script/,
    )
  })
})
