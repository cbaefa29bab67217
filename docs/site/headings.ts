// Anchors of headings, named as code hosts do, so that a link that works there also works here.

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * Names the headings of one document as GitHub does: of two with the same text the second one ends in `-1`.
 * @returns the anchor of the next heading, by its text
 */
export function createAnchors(): (heading: string) => string {
  const times = new Map<string, number>()
  return (heading) => {
    const anchor = anchorOf(heading)
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

export interface Section {
  readonly anchor: string
  /** HTML. */
  readonly title: string
}

/** The sections of a page, for the list beside it. @param html as the site's Markdown is written */
export function sectionsOf(html: string): Section[] {
  return [...html.matchAll(/<h2 id="([^"]+)"[^>]*>([\s\S]*?)<a class="anchor"/g)].map(
    ([, anchor = '', title = '']) => ({ anchor, title: title.trim() }),
  )
}
