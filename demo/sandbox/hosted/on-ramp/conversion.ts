// What the merchant receives for the user's euros. The document shows no rate ("applied exchange rate … field names
// not shown"); this one is invented and fixed, so that a test can know the result.

/** 1 EUR buys 1.0850 USDC. */
export const unitsPerEuro = '1.0850'

const networks: Record<number, string> = { 1: 'Ethereum', 137: 'Polygon' }

/** Names a chain id as a person knows it. */
export function networkName(chainId: number): string {
  return networks[chainId] ?? `Chain ${chainId}`
}

/** @param amount EUR, as the merchant gave it: a JSON number. The answer has the six decimals of USDC, cut, not rounded up. */
export function cryptoFor(amount: number): string {
  // Whole cents times ten-thousandths are millionths: no float on the way.
  const millionths = BigInt(Math.round(amount * 100)) * BigInt(unitsPerEuro.replace('.', ''))
  const [whole, rest] = [millionths / 1_000_000n, millionths % 1_000_000n]
  return `${whole}.${String(rest).padStart(6, '0')}`
}
