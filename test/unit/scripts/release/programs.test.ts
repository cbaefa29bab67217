// The release as a command, up to the build, which takes long.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { problemsOfTree } from '../../../../scripts/release/ready.ts'
import { lastLines, ownEnvironment, runProgram } from '../../../../scripts/release/run-program.ts'
import { CannotRelease } from '../../../../scripts/release/step.ts'
import { countIn } from '../../../../scripts/release/test-package.ts'
import { inventoryOfProject } from '../../../../scripts/release/write-sbom.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const tsx = import.meta.resolve('tsx')

/** Runs the release in a folder with these files. */
function release(files: Readonly<Record<string, string>>, { git = true, args = [] as string[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'payin-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const inGit = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...words], { cwd: folder })
  if (git) {
    inGit('init', '-q')
    inGit('commit', '-q', '--allow-empty', '-m', 'first')
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, join(root, 'scripts/release.ts'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', GIT_CEILING_DIRECTORIES: tmpdir() },
    },
  )
  return { status, lines: stdout.trim().split('\n'), complaint: stderr.trim() }
}

test('all problems before the build are reported together, a line each, with exit code 1', () => {
  const { status, lines } = release({
    'package.json': JSON.stringify({
      name: 'payin-checkout',
      version: '0.2.0',
      private: true,
      license: 'MIT',
    }),
    'package-lock.json': JSON.stringify({ version: '0.2.0', packages: { '': { version: '0.2.0' } } }),
    'CHANGELOG.md': '# payin-checkout\n\n## 0.1.0\n\nThe first version.\n',
    '.changeset/README.md': 'Changes.',
    '.changeset/brave-cats-pay.md': 'A change.',
  })
  expect(status).toBe(1)
  expect(lines.map((line) => line.slice(0, 45))).toEqual([
    expect.stringMatching(/^✗ work tree {2}Not committed: .changeset/),
    expect.stringMatching(/^✗ version {4}.changeset holds changes/),
    expect.stringMatching(/^✗ version {4}CHANGELOG.md has no entry/),
    expect.stringMatching(/^! package {4}package.json has no `repo/),
    expect.stringMatching(/^✗ package {4}package.json says `private/),
    expect.stringMatching(/^✗ package {4}There is no file LICENSE/),
    expect.stringMatching(/^✗ package {4}`publishConfig.access`/),
    expect.stringMatching(/^✗ package {4}`publishConfig.provenance`/),
  ])
})

test('a folder without a commit, and an unknown option, end with exit code 2 and a remedy', () => {
  expect(release({}, { git: false })).toMatchObject({
    status: 2,
    complaint: 'There is no commit here. A release is made in a clone of the repository.',
  })
  const { status, complaint } = release({}, { args: ['--nothing'] })
  expect([status, complaint]).toEqual([2, expect.stringContaining('There is one option: --skip-tests.')])
})

test('changed and new files are named, and only the first of many', () => {
  expect(problemsOfTree('')).toEqual([])
  expect(problemsOfTree(' M a.ts\n?? b c.ts\nR  d.ts -> e.ts\n')).toEqual([
    'Not committed: a.ts, b c.ts, d.ts -> e.ts. Commit it, or put it away with `git stash -u`.',
  ])
  expect(problemsOfTree(' M a.ts\n'.repeat(9))[0]).toContain('and 4 more.')
})

test('a program does not inherit npm’s variables: a dry run would let it pack nothing', () => {
  const environment = ownEnvironment({
    npm_config_dry_run: 'true',
    npm_lifecycle_event: 'x',
    NODE_ENV: 'test',
    PATH: '/bin',
  })
  expect(environment).toEqual({ PATH: '/bin' })
})

test('a missing program ends the release, and a failing one is reported', () => {
  expect(() => runProgram('no-such-program', [])).toThrow(CannotRelease)
  expect(runProgram(process.execPath, ['-e', 'console.log(1); process.exit(3)'])).toMatchObject({
    ok: false,
    output: '1\n',
  })
  expect(lastLines('1\n2\n3\n', 2)).toBe('2\n3')
})

test.each([
  [' Test Files  9 passed (9)\n      Tests  97 passed (97)\n', 97, 0],
  [' Test Files  1 skipped | 9 passed (10)\n      Tests  1 failed | 96 passed | 2 skipped (99)', 96, 2],
  ['  13 skipped\n  27 passed (6.0m)\n', 27, 13],
  ['no tests', 0, 0],
])('of %j, the tests that have passed are %d, and %d were left out', (said, passed, skipped) => {
  expect([countIn(said, 'passed'), countIn(said, 'skipped')]).toEqual([passed, skipped])
})

test('the versions in package-lock.json fit together, so that npm makes an inventory of them', () => {
  const names = inventoryOfProject().components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'preact', 'zod']))
})
