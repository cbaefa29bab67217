// TypeScript to JavaScript, line by line as a person would, so that the result reads as if it had been written by hand. It
// knows the few forms that the templates use; a test compares each result with that of a compiler.

export const withoutTypes = (code: string): string =>
  code
    .replace(/^import type .*\n/gm, '')
    .replace(/^interface \w+ \{\n[\s\S]*?^\}\n\n?/gm, '')
    .replace(/^import \{ (type \w+, )+/gm, 'import { ')
    .replace(/(?<=\w)<[A-Z]\w*(\[\])?>(?=[(`])/g, '')
    .replace(/: [A-Z]\w*(?=( =|\) \{))/g, '')
    .replace('<script lang="ts">', '<script>')
    .replace(/^\n+/, '')
    .replace(/\n+$/, '\n')
