/** The sentences that Node prints of an operator's error that nobody catches, without its name and Node's own lines around it. */
export function sentencesIn(errorOutput: string): readonly string[] {
  const [, printed = ''] = /^\[(\w+: [\s\S]*?)\]\n\nNode\.js v\S+\s*$/m.exec(errorOutput) ?? []
  return printed.replace(/^\w+: /, '').split('\n')
}
