/** What templates leave behind when nobody filled them in: `{{ order }}`, `${order}`, `<%= order %>`, `[object Object]`. */
const placeholder = /\{\{|\}\}|\$\{|<%|%>|\[object \w+\]|^(undefined|null|NaN)$|^%\w+%$|^__\w+__$/

/** Tells whether a value was left to be filled in. */
export function holdsPlaceholder(value: string): boolean {
  return placeholder.test(value)
}
