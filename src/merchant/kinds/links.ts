// The links of a session: when each was made, or is being made at this moment. Each link of an on-ramp is a payment of its own.

/** How long the hosted session of an on-ramp's link lasts (legacy document). */
export const hostedSessionMs = 15 * 60_000

/** The links that can still be paid. A time in the future comes from a clock that was wrong, and counts as never. */
export const liveLinks = (links: string, now: number): readonly number[] =>
  (JSON.parse(links) as number[]).filter((at) => at <= now && at + hostedSessionMs > now)
