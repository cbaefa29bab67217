// Makes text of pages and servers short for the report.

const longest = 160

/** A text on one line, cut to a length. */
export function displayText(text: string, most = longest): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}

/** An address without its password, the values of its query, and its fragment. */
export function displayUrl(url: URL): string {
  const { protocol, host, pathname, searchParams } = url
  const names = [...new Set(searchParams.keys())]
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`
  return displayText(`${protocol}//${host}${pathname}${query}`, 300)
}

/** The beginning of a session's id or a token. The whole text is a secret. */
export function shortenedSecret(capability: string): string {
  return `${displayText(capability).slice(0, 6)}…`
}

export function displayBytes(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
