// What docs/operating.md gives to operators names metrics and events that there are.
import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { prometheusMetrics } from '../../../src/merchant/prometheus.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../docs/operating/${name}`, import.meta.url), 'utf8')
const rules = parse(read('alerts.yml')).groups.flatMap((group: { rules: unknown[] }) => group.rules)
const { panels } = JSON.parse(read('grafana.json'))

async function knownMetrics() {
  const registry = new Registry()
  await prometheusMetrics({ registry })
  const metrics = await registry.getMetricsAsJSON()
  return new Map(metrics.map(({ name, type }) => [name, type as unknown as string]))
}

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }: { alert: string; expr: string }) => [alert, expr]),
  ...panels.flatMap(({ title, targets }: { title: string; targets: { expr: string }[] }) =>
    targets.map(({ expr }) => [title, expr]),
  ),
]

test.each(expressions)('%s uses metrics that the server has', async (_, expression) => {
  const known = await knownMetrics()
  const names = expression.match(/\bcheckout_\w+/g) ?? []
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const type = known.get(name) ?? known.get(name.replace(/_bucket$/, ''))
    expect(type, name).toBeDefined()
    expect(name.endsWith('_bucket') ? type : 'histogram').toBe('histogram')
    // A counter is zero after a restart, so its value says nothing.
    if (type === 'counter') expect(expression).toMatch(new RegExp(`(increase|rate)\\(${name}\\b`))
  }
})

const increases = expressions
  .slice(0, rules.length)
  .filter(([, expression]) => expression.includes('increase('))

test.each(increases)('%s counts from the first event: its series begin at 0', async (_, expression) => {
  const registry = new Registry()
  await prometheusMetrics({ registry })
  const [, name = '', label = '', value = ''] =
    /increase\((\w+)(?:\{(\w+)="(\w+)"\})?\[/.exec(expression) ?? []
  const metric = (await registry.getMetricsAsJSON()).find((each) => each.name === name)
  const selected = metric?.values.filter(({ labels }) => label === '' || labels[label] === value)
  expect(selected?.map((series) => series.value)).toEqual(expect.arrayContaining([0]))
})

test('every metric of the server is on the dashboard', async () => {
  const shown = panels
    .flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
    .join()
  for (const name of (await knownMetrics()).keys()) expect(shown).toContain(name)
})

test('every rule says what is wrong and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    expect(labels.severity, alert).toMatch(/^(page|ticket)$/)
    expect(annotations.summary, alert).toBeTruthy()
    expect(annotations.description, alert).toMatch(/\.$/)
  }
})
