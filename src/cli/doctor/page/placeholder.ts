/** Placeholders of templates that were not filled in: `{{ order }}`, `${order}`, `<%= order %>`, `[object Object]`. */
const placeholder = /\{\{|\}\}|\$\{|<%|%>|\[object \w+\]|^(undefined|null|NaN)$|^%\w+%$|^__\w+__$/

/** Whether a value contains a template placeholder. */
export function holdsPlaceholder(value: string): boolean {
  return placeholder.test(value)
}
