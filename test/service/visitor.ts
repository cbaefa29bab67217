// A visitor with a browser without scripts: follows redirects within the sandbox, finds a form in the page and submits
// it with the values of the page.

export type Shown = {
  /** The current address. An address of the merchant is not loaded. */
  url: string
  status: number
  html: string
  /** Submits the form whose action has this ending. A field that the form does not have is an error. */
  submit(actionEnding: string, fields?: Record<string, string>): Promise<Shown>
}

export type Visitor = ReturnType<typeof createVisitor>

export function createVisitor(origin: string, headers: Record<string, string> = {}) {
  async function open(url: string, init: RequestInit = {}): Promise<Shown> {
    if (!url.startsWith(`${origin}/`)) return shown(url, 0, '')
    const answer = await fetch(url, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    const location = answer.headers.get('Location')
    if (location !== null) return open(location.startsWith('/') ? origin + location : location)
    return shown(url, answer.status, await answer.text())
  }

  function shown(url: string, status: number, html: string): Shown {
    return {
      url,
      status,
      html,
      submit(actionEnding, fields = {}) {
        const { action, values } = readForm(html, actionEnding, Object.keys(fields))
        const body = new URLSearchParams({ ...values, ...fields })
        return open(new URL(action, url).href, { method: 'POST', body })
      },
    }
  }

  return { open: (url: string) => open(url) }
}

/** @throws {Error} when the page has no such form, or the form no such field */
function readForm(html: string, actionEnding: string, names: readonly string[]) {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => ({
    action: attribute(tag, 'action') ?? '',
    inside,
  }))
  const form = forms.find(({ action, inside }) => {
    const fields = [...inside.matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name)
    return action.endsWith(actionEnding) && names.every((name) => fields.includes(name))
  })
  if (!form) {
    const there = forms.map(({ action }) => action).join(', ')
    throw new Error(`No form …${actionEnding} with ${names.join(', ')} in this page; there are: ${there}`)
  }
  return { action: form.action, values: prefilled(form.inside) }
}

/** The values of an unchanged form, as a browser sends them: all inputs but unchecked radios. */
function prefilled(inside: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [, tag = ''] of inside.matchAll(/<input\b([^>]*)>/g)) {
    const name = attribute(tag, 'name')
    const isRadio = attribute(tag, 'type') === 'radio'
    if (name !== undefined && (!isRadio || /\bchecked\b/.test(tag)))
      values[name] = attribute(tag, 'value') ?? ''
  }
  for (const [, tag = '', options = ''] of inside.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = [...options.matchAll(/<option\b([^>]*)>/g)].find(([, option = '']) =>
      /\bselected\b/.test(option),
    )
    values[attribute(tag, 'name') ?? ''] = attribute(chosen?.[1] ?? '', 'value') ?? ''
  }
  return values
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
}
