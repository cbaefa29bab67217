// What the packed tools import in place of `yaml`: the build writes the sandbox's YAML files as JSON.
export const parse = (text: string): unknown => JSON.parse(text)
