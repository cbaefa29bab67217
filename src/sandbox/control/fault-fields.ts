// The form of each fault, from its description in ../faults/fault-schema.ts.
import {
  type FaultKind,
  type FaultTexts,
  type FieldTexts,
  faultSchema,
  faultTexts,
  fieldTexts,
} from '../faults/fault-schema.ts'

export type FaultField = FieldTexts & { name: string }
export type FaultForm = FaultTexts & { fields: readonly FaultField[] }

export const faultForms = Object.fromEntries(
  faultSchema.options.map((option) => [option.shape.fault.value, formOf(option)]),
) as Readonly<Record<FaultKind, FaultForm>>

function formOf(option: (typeof faultSchema.options)[number]): FaultForm {
  const { title = '', effect = '' } = faultTexts.get(option) ?? {}
  const fields = Object.entries(option.shape).flatMap(([name, schema]) => {
    const texts = fieldTexts.get(schema)
    return texts ? [{ name, ...texts }] : []
  })
  return { title, effect, fields }
}
