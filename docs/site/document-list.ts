// The documents of the site in the order of its navigation. A page keeps the path
// of its file, so that links between the files also work on the site.
import { readdirSync } from 'node:fs'

export interface SiteDocument {
  /** Path in the project. */
  readonly file: string
  /** The title in the navigation, shorter than the heading. */
  readonly title: string
}

export interface Group {
  readonly title: string
  readonly documents: readonly SiteDocument[]
}

const written: readonly Group[] = [
  {
    title: 'Start',
    documents: [
      { file: 'README.md', title: 'Overview' },
      { file: 'docs/quickstart.md', title: 'Quickstart' },
      { file: 'docs/init.md', title: 'Init' },
      { file: 'docs/integration.md', title: 'Integration' },
      { file: 'docs/coming-from.md', title: 'Coming from others' },
      { file: 'docs/events-and-states.md', title: 'Events and states' },
      { file: 'docs/theming.md', title: 'Theming' },
      { file: 'docs/accessibility.md', title: 'Accessibility' },
      { file: 'docs/accessibility-report.md', title: 'Conformance report' },
    ],
  },
  {
    title: 'The server',
    documents: [
      { file: 'docs/merchant.md', title: 'The merchant server' },
      { file: 'docs/running.md', title: 'Where it runs' },
      { file: 'docs/settings.md', title: 'Settings' },
      { file: 'docs/database.md', title: 'The database' },
      { file: 'docs/protocol.md', title: 'The protocol' },
      { file: 'server-example/README.md', title: 'The example shop' },
      { file: 'examples/php/README.md', title: 'A server in PHP' },
      { file: 'examples/go/README.md', title: 'A server in Go' },
      { file: 'docs/money-rules.md', title: 'Money rules' },
      { file: 'docs/limits.md', title: 'Limits' },
    ],
  },
  {
    title: 'Try and test',
    documents: [
      { file: 'docs/sandbox.md', title: 'The sandbox' },
      { file: 'src/sandbox/README.md', title: 'Inside the sandbox' },
      { file: 'docs/testing.md', title: 'Testing' },
      { file: 'docs/verify.md', title: 'Verify' },
      { file: 'docs/doctor.md', title: 'Doctor' },
      { file: 'docs/reconcile.md', title: 'Reconcile' },
    ],
  },
  {
    title: 'Operation',
    documents: [
      { file: 'docs/operating.md', title: 'Operating it' },
      { file: 'docs/metrics.md', title: 'Metrics' },
      { file: 'docs/scale.md', title: 'Scale' },
      { file: 'docs/security.md', title: 'Security' },
      { file: 'SECURITY.md', title: 'Reporting a fault' },
    ],
  },
  {
    title: 'Inside',
    documents: [
      { file: 'docs/internals/benchmarks.md', title: 'Benchmarks' },
      { file: 'docs/internals/fault-table.md', title: 'Fault table' },
      { file: 'docs/internals/security-checks.md', title: 'Security checks' },
      { file: 'docs/internals/browser-facts.md', title: 'Browser facts' },
      { file: 'docs/internals/server-facts.md', title: 'Server facts' },
    ],
  },
]

/** The navigation. A document without a group is in the last group under its file name. */
export function groupsOfSite(): readonly Group[] {
  const named = new Set(written.flatMap(({ documents }) => documents.map(({ file }) => file)))
  const decisions = markdownIn('docs/internals/decisions')
  const others = ['docs', 'docs/internals'].flatMap(markdownIn).filter((file) => !named.has(file))
  const last = [
    { file: 'CHANGELOG.md', title: 'Changelog' },
    { file: 'CONTRIBUTING.md', title: 'Contributing' },
    ...others.map(byName),
  ]
  return [
    ...written,
    { title: 'Decisions', documents: decisions.map(byName) },
    { title: 'The project', documents: last },
  ]
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`)
}

function byName(file: string): SiteDocument {
  const words = file.replace(/^.*\/|\.md$/g, '').replaceAll('-', ' ')
  return { file, title: words.charAt(0).toUpperCase() + words.slice(1) }
}

/** Path of a document's page in the site. */
export function pageOf(file: string): string {
  return file
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
    .replace(/^C[A-Z]+/, (name) => name.toLowerCase())
}

/** The relative address from one file of the site to another. Both are paths in the site. */
export function relativeTo(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1)
  return up + to
}
