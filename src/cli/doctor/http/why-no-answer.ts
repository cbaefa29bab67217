// Why there was no answer, as the end of a sentence.

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has a name that no name server knows',
  EAI_AGAIN: 'has a name that no name server could look up now',
  ECONNREFUSED: 'refuses the connection: nothing listens there',
  ECONNRESET: 'ends the connection without an answer',
  EPIPE: 'ends the connection without an answer',
  ETIMEDOUT: 'cannot be reached: the connection timed out',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  EPROTO: 'does not speak TLS as it should',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate of another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate, which no browser trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate of an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate of an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'does not send the certificates between its own and the authority’s',
  HPE_HEADER_OVERFLOW: 'answers with more than 16 kB of headers',
}

/** What an error of `node:http` means. */
export function whyNoAnswer(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (sentences[code] !== undefined) return sentences[code]
  if (code.startsWith('HPE_')) return 'answers something that is not HTTP'
  if (code.startsWith('ERR_SSL_')) return 'does not speak TLS as it should'
  return code === '' ? 'cannot be reached' : `cannot be reached (${code})`
}
