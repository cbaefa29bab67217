// "Unknown fields are ignored and not echoed": removes the fields that a schema does not declare, at every level.
import { resolveSchema, type Schema, tagOf } from './description.ts'

/** Returns a copy. A value of the wrong shape stays as it is, so that validation finds it. */
export function keepDeclared(schema: unknown, value: unknown): unknown {
  const { properties, items, oneOf, discriminator } = resolveSchema(schema)
  if (Array.isArray(value)) return items ? value.map((item) => keepDeclared(items, item)) : value
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Schema
  if (discriminator && Array.isArray(oneOf)) {
    const tag = (discriminator as { propertyName: string }).propertyName
    const branch = oneOf.find((each) => tagOf(each, tag) === fields[tag])
    return branch ? keepDeclared(branch, value) : value
  }
  if (!properties) return value
  const declared = Object.entries(properties).filter(([name]) => Object.hasOwn(fields, name))
  return Object.fromEntries(declared.map(([name, child]) => [name, keepDeclared(child, fields[name])]))
}
