// What to type after the files are there.
import { relative } from 'node:path'
import { type Chosen, clients, frameworks } from './choices.ts'
import type { Project } from './project.ts'
import type { Place } from './write-files.ts'

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

/** The packages that the project does not have. */
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
