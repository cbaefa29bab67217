// Properties that mirror attributes, as on the browser's own elements.

/**
 * Sets properties again that the page set before the script arrived: they shadow the accessors
 * (docs/internals/browser-facts.md#properties-set-before-the-script-loads).
 *
 * @param report gets what a setter throws. The element must stand all the same.
 */
export function upgradeProperties(element: HTMLElement, report: (message: string) => void): void {
  for (const name of Object.keys(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue
    const holder = element as unknown as Record<string, unknown>
    const value = holder[name]
    delete holder[name]
    try {
      holder[name] = value
    } catch (error) {
      report(`${error}`)
    }
  }
}

/** Defines string properties that mirror attributes of the same name. */
export function reflect(prototype: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(name) ?? ''
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name)
        else this.setAttribute(name, String(value))
      },
    })
  }
}
