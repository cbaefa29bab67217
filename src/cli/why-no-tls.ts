/**
 * Why a connection by TLS failed before there was a certificate to judge, as the rest of a sentence.
 * @param code of an error of `node:http`, or of the cause of one of `fetch`
 */
export function whyNoTls(code: string): string | undefined {
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return undefined
  return 'does not use valid TLS: if there is only plain HTTP, begin the address with http:'
}
