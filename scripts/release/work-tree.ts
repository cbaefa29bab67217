// A release is built from a commit, so uncommitted files stop it: nobody could reproduce them later.
import { runProgram } from './run-program.ts'
import { CannotRelease, type StepResult } from './step.ts'

/** Names at most this many; counts the others. */
const mostNamed = 5

/** @throws {CannotRelease} without a repository or a commit */
export function checkWorkTree(): StepResult {
  const commit = runProgram('git', ['rev-parse', '--short', 'HEAD'])
  if (!commit.ok)
    throw new CannotRelease('There is no commit here. A release is made in a clone of the repository.')
  const { ok, output, allOutput } = runProgram('git', ['status', '--porcelain', '--untracked-files=all'])
  if (!ok) throw new CannotRelease(`git cannot tell what has changed: ${allOutput.trim()}`)
  return { says: `everything is committed, at ${commit.output.trim()}`, problems: problemsOfTree(output) }
}

/** @param porcelain what `git status --porcelain` writes */
export function problemsOfTree(porcelain: string): string[] {
  const changed = porcelain.split('\n').filter((line) => line !== '')
  if (changed.length === 0) return []
  const named = changed.slice(0, mostNamed).map((line) => line.slice(3))
  const others = changed.length - named.length
  const list = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ')
  return [`Not committed: ${list}. Commit it, or put it away with \`git stash -u\`.`]
}
