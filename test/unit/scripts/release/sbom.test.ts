import { expect, test } from 'vitest'
import { absentFrom, composeSbom } from '../../../../scripts/release/sbom.ts'

const component = (name: string, version: string, more: object = {}) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
  ...more,
})
const development = { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] }

/** An inventory as npm makes it. */
const project = {
  serialNumber: 'urn:uuid:2c933a7d-2fc1-4971-86f4-2ae0c47623c8',
  metadata: {
    timestamp: '2026-11-23T13:32:38.668Z',
    tools: [{ name: 'cli', version: '11.19.1' }],
    component: { ...component('payin-checkout', '0.1.0'), name: 'folder-of-mara' },
  },
  components: [
    component('zod', '4.6.7'),
    component('commander', '14.0.3', development),
    component('commander', '10.0.1', development),
    component('ibantools', '4.5.4', { ...development, licenses: [{ expression: 'MIT or MPL-2.0' }] }),
    component('vitest', '4.1.12', development),
  ],
  dependencies: [
    { ref: 'payin-checkout@0.1.0', dependsOn: ['zod@4.6.7', 'vitest@4.1.12'] },
    { ref: 'zod@4.6.7', dependsOn: [] },
    { ref: 'commander@14.0.3', dependsOn: ['vitest@4.1.12', 'zod@4.6.7'] },
  ],
}
const parts = {
  name: 'payin-checkout',
  license: 'MIT',
  tarballHash: 'ab12',
  installed: ['zod@4.6.7'],
  direct: ['zod@4.6.7'],
  contained: [
    { package: 'commander@14.0.3', in: ['dist/cli'] },
    { package: 'ibantools@4.5.4', in: ['dist/cli'] },
  ],
}

test('the inventory contains exactly the installed and the contained packages, in the right versions', () => {
  const { components, dependencies } = composeSbom(project, parts)
  expect(components.map((each) => each['bom-ref'])).toEqual([
    'commander@14.0.3',
    'ibantools@4.5.4',
    'zod@4.6.7',
  ])
  expect(dependencies).toEqual([
    { ref: 'payin-checkout@0.1.0', dependsOn: ['commander@14.0.3', 'ibantools@4.5.4', 'zod@4.6.7'] },
    { ref: 'commander@14.0.3', dependsOn: ['zod@4.6.7'] },
    { ref: 'ibantools@4.5.4', dependsOn: [] },
    { ref: 'zod@4.6.7', dependsOn: [] },
  ])
  expect(absentFrom({ components }, parts)).toEqual([])
})

test('a contained package names its container, and is no longer marked as a development dependency', () => {
  const [commander, , zod] = composeSbom(project, parts).components
  expect(commander?.properties).toEqual([{ name: 'payin-checkout:contained-in', value: 'dist/cli' }])
  expect(zod?.properties).toBeUndefined()
})

test('the same package has the same inventory on any machine, at any time', () => {
  const elsewhere = {
    ...project,
    serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
    metadata: {
      ...project.metadata,
      timestamp: '2027-01-01T00:00:00.000Z',
      component: { ...project.metadata.component, name: 'ci' },
    },
    components: project.components.toReversed(),
    dependencies: project.dependencies.toReversed(),
  }
  const text = JSON.stringify(composeSbom(project, parts))
  expect(JSON.stringify(composeSbom(elsewhere, parts))).toBe(text)
  expect(text).not.toMatch(/serialNumber|timestamp|mara/)
})

test('the inventory names the tarball that it belongs to', () => {
  expect(composeSbom(project, parts).metadata.component).toMatchObject({
    name: 'payin-checkout',
    version: '0.1.0',
    hashes: [{ alg: 'SHA-512', content: 'ab12' }],
  })
})

test('a choice between licences is written in SPDX syntax', () => {
  expect(composeSbom(project, parts).components[1]?.licenses).toEqual([{ expression: 'MIT OR MPL-2.0' }])
})

test('a contained library that is missing in the inventory is named with its container', () => {
  const more = { ...parts, contained: [...parts.contained, { package: 'yaml@2.9.1', in: ['dist/cli'] }] }
  const [problem, ...others] = absentFrom(composeSbom(project, more), more)
  expect(problem).toMatch(/^yaml@2.9.1 is inside of dist\/cli, and stands not in the SBOM. Run `npm ci`/)
  expect(others).toEqual([])
})

test('an installed library that is missing in the inventory is named', () => {
  const more = { ...parts, installed: ['zod@4.6.7', 'hono@4.13.19'] }
  expect(absentFrom(composeSbom(project, more), more)[0]).toMatch(
    /^hono@4.13.19 is installed with the package/,
  )
})

test('another version of a contained library does not count', () => {
  const other = { ...parts, contained: [{ package: 'commander@14.0.2', in: ['dist/cli'] }] }
  expect(absentFrom(composeSbom(project, other), other)).toHaveLength(1)
})
