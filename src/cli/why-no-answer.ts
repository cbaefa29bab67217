// The reasons why there is no answer, each as the rest of a sentence.
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has a host name that does not exist in DNS',
  EAI_AGAIN: 'has a host name that DNS could not look up now',
  ECONNREFUSED: 'refuses the connection: no program listens there',
  ECONNRESET: 'closes the connection without an answer',
  EPIPE: 'closes the connection without an answer',
  ETIMEDOUT: 'cannot be reached: the connection timed out',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate, which no browser trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate from an untrusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate from an untrusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'does not send its intermediate certificates',
  HPE_HEADER_OVERFLOW: 'answers with more than 16 kB of headers',
}

/**
 * Why a request got no answer, as the rest of a sentence; `undefined` for a reason that Node names better itself.
 * @param code of an error of `node:http`, or of the cause of one of `fetch`
 */
export function whyNoAnswer(code: string): string | undefined {
  // Before there was a certificate to judge.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'does not use valid TLS: if there is only plain HTTP, begin the address with http:'
  return sentences[code] ?? (code.startsWith('HPE_') ? 'does not answer in HTTP' : undefined)
}
