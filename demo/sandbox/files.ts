// Finds the sandbox's own files. They are beside this module, in the source and in the build.

/** @param path relative to the sandbox's folder; must never come from a request */
export const fileOf = (path: string): URL => new URL(path, import.meta.url)
