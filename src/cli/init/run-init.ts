// `init`: writes the files of a shop, and says what to do next.
import { relative } from 'node:path'
import { CommandError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { type Chosen, clients, frameworks } from './choices.ts'
import { type ChooseOptions, choose } from './choose.ts'
import { compose } from './compose.ts'
import { detect, type Project, readProject } from './project.ts'
import { find, type Place, writeFiles } from './write-files.ts'

export interface InitOptions extends ChooseOptions {
  readonly dir: string
}

/** @throws {CommandError} if nothing was written */
export async function runInit({ dir, ...options }: InitOptions, terminal: Terminal): Promise<void> {
  const project = readProject(dir)
  const chosen = await choose(options, detect(project), terminal)
  if (chosen.framework === 'sveltekit' && !project.hasSvelteKit)
    throw new CommandError(
      'There is no SvelteKit in this folder: it has no src/app.html. Nothing was written.',
      'Make one first, then run init in it: npx sv create',
    )
  const files = compose(chosen, project).map((file) => find(project.folder, file))
  // The answers may have come a long time after Ctrl-C.
  if (terminal.ended.aborted) throw new CommandError('Nothing was written.')
  const missing = files.filter(({ found }) => found === 'missing').map(({ file }) => file)
  writeFiles(project.folder, missing)
  for (const line of linesOf(chosen, project, files, terminal)) terminal.write(line)
}

function linesOf(
  chosen: Chosen,
  project: Project,
  files: readonly Place[],
  { colours }: Terminal,
): readonly string[] {
  const width = Math.max(...files.map(({ path }) => path.length))
  const said = { missing: 'written   ', same: 'unchanged ', other: 'left alone', enough: 'left alone' }
  const byHand = files.filter(({ found }) => found === 'other')
  return [
    ...files.map(
      ({ file, found, path }) => `${said[found]}  ${path.padEnd(width)}  ${colours.dim(file.about)}`,
    ),
    project.isTypeScript
      ? 'The files are TypeScript, because the folder has a tsconfig.json.'
      : 'The files are JavaScript, because the folder has no tsconfig.json.',
    ...(byHand.length === 0 ? [] : ['', colours.bold('By hand, because you have these files:')]),
    ...byHand.map(
      ({ file, path }) =>
        `  ${path}${path === file.path ? '' : `, in place of ${file.path}`}: ${file.byHand}`,
    ),
    '',
    colours.bold('Next:'),
    ...commandsFor(chosen, project, files).map((command) => `  ${command}`),
    '',
    ...(chosen.client === 'pglite'
      ? []
      : [
          'First write the address of your Postgres into .env, as DATABASE_URL. .env.example has all variables.',
        ]),
    'Leave the sandbox running, and start the shop in another terminal.',
    `Then open ${frameworks[chosen.framework].page} and pay with the card 4242 4242 4242 4242, 12/40, 123.`,
  ]
}

/** The commands in their order. They are typed in the folder of the project. */
export function commandsFor(chosen: Chosen, project: Project, files: readonly Place[]): readonly string[] {
  const framework = frameworks[chosen.framework]
  const client = clients[chosen.client]
  const needed = ['payin-checkout', ...framework.packages, ...client.packages]
  const neededDev = [
    ...framework.devPackages,
    ...client.devPackages,
    ...(project.isTypeScript ? [...framework.types, ...client.types] : []),
  ]
  const { add, addDev, exec } = project.packageManager
  const away = relative(process.cwd(), project.folder)
  return [
    ...(away === '' ? [] : [`cd ${quoted(away)}`]),
    // Their builds refuse imports in a folder of CommonJS.
    ...(framework.isBundled && project.isCommonJs ? ['npm pkg set type=module'] : []),
    ...installing(add, needed, project),
    ...installing(addDev, neededDev, project),
    ...(chosen.client === 'prisma' ? [`${exec} prisma generate`] : []),
    `${exec} payin-checkout sandbox`,
    startOf(chosen, project, files),
  ]
}

/** A path as a shell reads it, if it is not a plain word. A "$" or a quote keeps its meaning only after a backslash. */
const quoted = (path: string) => (/^[\w./\\:-]+$/.test(path) ? path : `"${path.replace(/["$`]/g, '\\$&')}"`)

function installing(command: string, packages: readonly string[], project: Project): string[] {
  const missing = [...new Set(packages)].filter(
    (name) => !project.packages.has(name.replace(/(?<=.)@.*$/, '')),
  )
  return missing.length === 0 ? [] : [`${command} ${missing.join(' ')}`]
}

function startOf({ framework }: Chosen, { packageManager }: Project, files: readonly Place[]): string {
  const { isBundled, start } = frameworks[framework]
  if (isBundled) return `${packageManager.exec} ${start}`
  const shop = files.find(({ file }) => file.path.startsWith(`${start}.`))?.path ?? start
  return `${/ts$/.test(shop) ? `${packageManager.exec} tsx` : packageManager.node} ${shop}`
}
