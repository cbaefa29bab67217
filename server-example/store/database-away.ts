// A database that restarts is away for seconds. What was asked meanwhile may be asked again; a wrong query may not.

const lostCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN)$/
/** Postgres' class 08 (connection), and 57P01–57P03: shut down, crashed, not up yet. */
const serverCodes = /^(08...|57P0[123])$/
/** What pg says without a code. */
const saidByClient =
  /^(Connection terminated|timeout (exceeded|expired)|Client has encountered a connection error)/

/** Tells whether an error means that Postgres could not be reached: the same again may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = String((error as { code?: unknown }).code ?? '')
  return lostCodes.test(code) || serverCodes.test(code) || saidByClient.test(error.message)
}
