// How what others have written is shown: a page and its server may hold anything, also what a terminal would obey.

const longest = 160

/** A text of others on one line: without control characters, cut where it is long. */
export function displayText(text: string, most = longest): string {
  // C0, DEL, C1, line ends and what turns the direction of writing around.
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}

/** An address without what belongs to one person: its password, the values in its query, its fragment. */
export function displayUrl(url: URL): string {
  const { protocol, host, pathname, searchParams } = url
  const names = [...new Set(searchParams.keys())]
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`
  return displayText(`${protocol}//${host}${pathname}${query}`, 300)
}

/** The beginning of a session's id or a token: who knows it whole can use it. */
export function shortenedSecret(capability: string): string {
  return `${displayText(capability).slice(0, 6)}…`
}

/** A number of bytes as people read it. */
export function displayBytes(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
