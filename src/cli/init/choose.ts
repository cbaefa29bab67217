// What to make: from the options, from the person at the terminal, or from what the project has.
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'
import type { Terminal } from '../terminal.ts'
import { type Chosen, clients, frameworks } from './choices.ts'

export interface ChooseOptions {
  readonly framework?: string
  readonly client?: string
  readonly yes?: true
}

/**
 * @param found what the project has, the answer to each question that is not answered
 * @throws {CommandError} for an unknown name, and when there is nobody to ask
 */
export async function choose(options: ChooseOptions, found: Chosen, terminal: Terminal): Promise<Chosen> {
  const given = {
    framework: known('--framework', options.framework, frameworks),
    client: known('--client', options.client, clients),
  }
  if (options.yes)
    return { framework: given.framework ?? found.framework, client: given.client ?? found.client }
  if (terminal.readLine === null && (given.framework === undefined || given.client === undefined))
    throw new CommandError(
      'init needs --framework and --client, because there is no terminal to ask at.',
      `  --framework  ${Object.keys(frameworks).join(', ')}`,
      `  --client     ${Object.keys(clients).join(', ')}`,
      `  --yes        takes what the project has: --framework ${found.framework} --client ${found.client}`,
    )
  return {
    framework: given.framework ?? (await ask('Which framework?', frameworks, found.framework, terminal)),
    client: given.client ?? (await ask('Which database client?', clients, found.client, terminal)),
  }
}

function known<Name extends string>(
  option: string,
  typed: string | undefined,
  all: Readonly<Record<Name, unknown>>,
): Name | undefined {
  if (typed === undefined) return undefined
  const names = Object.keys(all) as Name[]
  const name = names.find((each) => each === typed.trim().toLowerCase())
  if (name !== undefined) return name
  throw new CommandError(`${option} must be one of ${names.join(', ')}.${didYouMean(typed, names)}`)
}

/** Asks until the answer is a name, a number of the list, or empty. */
async function ask<Name extends string>(
  question: string,
  all: Readonly<Record<Name, { readonly title: string }>>,
  found: Name,
  terminal: Terminal,
): Promise<Name> {
  const names = Object.keys(all) as Name[]
  terminal.write(terminal.colours.bold(question))
  for (const [at, name] of names.entries())
    terminal.write(`  ${at + 1}  ${name.padEnd(10)} ${all[name].title}`)
  for (;;) {
    terminal.write(`A number or a name. Enter takes ${found}:`)
    const line = await terminal.readLine?.()
    if (line === undefined) throw new CommandError('Nothing was written.')
    const typed = line.trim().toLowerCase()
    if (typed === '') return found
    const answer = names.find((name, at) => typed === name || typed === String(at + 1))
    if (answer !== undefined) return answer
    terminal.write(`There is no ${typed} in the list.${didYouMean(typed, names)}`)
  }
}
