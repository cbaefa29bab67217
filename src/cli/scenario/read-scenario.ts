// Reads a scenario file into steps, or reports all mistakes with their lines. It does not call the sandbox.

import type { ZodError } from 'zod'
import { CommandError } from '../command.ts'
import { namesIn, refers, unknownName } from './references.ts'
import { parseScenarioText, type ScenarioText } from './scenario-text.ts'
import { type Step, scenario, step, type Verb, verbOf } from './schema.ts'
import { readStep } from './steps.ts'

export interface PlannedStep {
  readonly line: number
  readonly verb: Verb
  /** The step as written, with unresolved references. */
  readonly step: Step
}

interface Place {
  readonly line: number
  readonly sentence: string
}

/**
 * @param file the file name for messages
 * @throws {CommandError} with all mistakes, one per line
 */
export function readScenario(source: string, file: string): PlannedStep[] {
  const parsed = parseScenarioText(source)
  if (!parsed.ok) throw mistakesError(file, parsed.mistakes)
  const { text } = parsed
  const whole = scenario.safeParse(text.value)
  if (!whole.success) throw mistakesError(file, mistakesOfShape(whole.error.issues, [], text))
  const { steps } = whole.data
  const mistakes = mistakesOfNames(steps, text)
  const planned = steps.flatMap((given, at): PlannedStep[] => {
    const checked = step.safeParse(given)
    mistakes.push(
      ...(checked.success
        ? mistakesOfValues(checked.data, ['steps', at], text)
        : mistakesOfShape(checked.error.issues, ['steps', at], text)),
    )
    if (!checked.success) return []
    return [{ line: text.lineOf(['steps', at]), verb: verbOf(checked.data), step: checked.data }]
  })
  if (mistakes.length > 0) throw mistakesError(file, mistakes)
  return planned
}

type Issue = ZodError['issues'][number]

/** Reports only the first of several mistakes at one place, because the others usually follow from it. */
function mistakesOfShape(issues: readonly Issue[], start: Path, text: ScenarioText): Place[] {
  const places = new Map(issues.toReversed().map((issue) => [[...start, ...issue.path].join(), issue]))
  return [...places.values()].map((issue) => {
    const path = [...start, ...issue.path]
    const [key] = issue.code === 'unrecognized_keys' ? issue.keys : []
    const sentence = `${placeOf(path)} ${issue.message}`
    if (key === undefined) return { line: text.lineOf(path), sentence }
    return { line: text.lineOfKey(path, key), sentence: `"${key}" is unknown: ${sentence}` }
  })
}

/** A name can be used after its step, and only one step can have it. */
function mistakesOfNames(steps: readonly unknown[], text: ScenarioText): Place[] {
  const known = new Set<string>()
  return steps.flatMap((step, at) => {
    const texts = textsIn(step, ['steps', at])
    const mistakes = texts.flatMap(([path, value]) =>
      wrongNamesIn(value, known).map((sentence) => ({ line: text.lineOf(path), sentence })),
    )
    const [path, name] = texts.find(([path]) => path.length === 3 && path[2] === 'as') ?? []
    if (path === undefined || name === undefined) return mistakes
    const twice = { line: text.lineOf(path), sentence: `as: ${name} is already the name of an earlier step.` }
    if (known.has(name)) return [...mistakes, twice]
    known.add(name)
    return mistakes
  })
}

function wrongNamesIn(value: string, known: ReadonlySet<string>): string[] {
  try {
    return namesIn(value)
      .filter((name) => !known.has(name))
      .map((name) => unknownName(name, [...known]))
  } catch (error) {
    if (error instanceof CommandError) return [...error.lines]
    throw error
  }
}

/** Mistakes in values. A value with a reference is checked later, when the earlier steps have run. */
function mistakesOfValues(step: Step, start: Path, text: ScenarioText): Place[] {
  const checked = readStep(step)
  if (checked.ok) return []
  const open = textsIn(step, []).filter(([, value]) => refers(value))
  return checked.mistakes
    .filter(({ path }) => !open.some(([place]) => place.join() === path.join()))
    .map(({ path, sentence }) => {
      const whole = [...start, ...path]
      return { line: text.lineOf(whole), sentence: `${placeOf(whole)} ${sentence}` }
    })
}

type Path = readonly PropertyKey[]

/** All texts inside a value, with their paths. */
function textsIn(value: unknown, path: Path): [Path, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]))
}

/** A place such as "step 3, move.status", counted from 1. */
function placeOf(path: Path): string {
  const [top, index, ...rest] = path
  if (top !== 'steps') return top === undefined ? 'the file' : String(top)
  if (index === undefined) return 'steps'
  const field = rest.length === 0 ? '' : `, ${rest.map(String).join('.')}`
  return `step ${Number(index) + 1}${field}`
}

function mistakesError(file: string, mistakes: readonly Place[]): CommandError {
  const sorted = [...mistakes].sort((a, b) => a.line - b.line)
  return new CommandError(...sorted.map(({ line, sentence }) => `${file}:${line}: ${sentence}`))
}
