// Where the sandbox's own files lie: beside this module, as source and as built.

/** @param path of one of the sandbox's files, from its folder; never from a request */
export const fileOf = (path: string): URL => new URL(path, import.meta.url)
