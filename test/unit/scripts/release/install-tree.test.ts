import { expect, test } from 'vitest'
import { installedFor, nameIn } from '../../../../scripts/release/sbom.ts'

test('a package installs its dependencies, their dependencies, and required peers', () => {
  const packages = {
    '': { dependencies: { a: '1', '@b/b': '1' } },
    'node_modules/a': { dependencies: { c: '1' } },
    'node_modules/@b/b': {
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/e': {},
    'node_modules/for-tests-alone': {},
  }
  expect(installedFor(packages).map(nameIn)).toEqual(['@b/b', 'a', 'c', 'd'])
})

test('a nested second version counts for the package that needs it', () => {
  const packages = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { dependencies: { b: '2', '@c/c': '1' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/a/node_modules/@c/c': { dependencies: { b: '2', d: '1' } },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/d': {},
  }
  expect(installedFor(packages)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/@c/c',
    'node_modules/a/node_modules/b',
    'node_modules/d',
  ])
  expect(nameIn('node_modules/a/node_modules/@c/c')).toBe('@c/c')
})

test('packages that need each other are counted once', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1' } },
    'node_modules/b': { peerDependencies: { a: '1' } },
  }
  expect(installedFor(packages, 'node_modules/a')).toEqual(['node_modules/b'])
})

test('a lock file without a needed package is an error', () => {
  expect(() => installedFor({ '': { dependencies: { a: '1' } } })).toThrow('package-lock.json lacks a')
})
