// Sends requests to this page's own server.

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ body: any, trouble: string }>} `trouble`: why it did not work, in a sentence, or ''
 */
export async function askServer(method, path, body) {
  try {
    const answer = await fetch(path, {
      method,
      // The request must continue while a redirect leaves the page.
      keepalive: true,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const read = answer.status === 204 ? null : await answer.json()
    return { body: read, trouble: answer.ok ? '' : (read.detail ?? `The server answered ${answer.status}.`) }
  } catch {
    return { body: null, trouble: 'The shop’s server does not answer. Is it running?' }
  }
}
