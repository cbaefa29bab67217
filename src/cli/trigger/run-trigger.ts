// `trigger` from its arguments to its output.
import { CommandError } from '../command.ts'
import { sandboxKey, sandboxOrigin, urlRemedy } from '../sandbox-client/address.ts'
import { createControl } from '../sandbox-client/control.ts'
import type { Terminal } from '../terminal.ts'
import { type Fields, triggerOptions } from './action.ts'
import { readAction } from './read-action.ts'

/** The options with commander's names: `webhookUrl` for `--webhook-url`. */
export type TriggerOptions = Readonly<Record<string, string | true | undefined>>

/**
 * @param values the arguments after the action; together they are one value, such as `+25 min`
 * @throws {CommandError} if the action cannot be done
 */
export async function runTrigger(
  what: string,
  values: readonly string[],
  { url, apiKey, json, ...rest }: TriggerOptions,
  terminal: Terminal,
): Promise<void> {
  const value = values.join(' ')
  const given = fieldsOf(rest)
  const origin = sandboxOrigin(textOf(url), terminal.env)
  const key = sandboxKey(textOf(apiKey), terminal.env)
  const action = readAction(what, value, given)
  const control = createControl({
    ...{ origin, apiKey: key, signal: terminal.ended, remedy: urlRemedy },
    fail: ({ lines }) => new CommandError(...lines),
  })
  // Shows whether this is a sandbox, so that no create request goes to another service.
  await control.listFaults()
  const done = await action(control)
  if (json) terminal.writeJson(done.value)
  else for (const line of done.lines) terminal.write(line)
}

function fieldsOf(options: TriggerOptions): Fields {
  const fields = Object.keys(triggerOptions) as (keyof Fields)[]
  const named = fields.flatMap((field) => {
    const given = options[field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]
    return given === undefined ? [] : [[field, String(given)] as const]
  })
  return Object.fromEntries(named)
}

const textOf = (option: string | true | undefined) => (typeof option === 'string' ? option : undefined)
