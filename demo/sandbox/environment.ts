// The sandbox's environment variables. Each mistake is one sentence: the variable, what is wrong, the remedy.
import * as z from 'zod'

const environment = z.object({
  SANDBOX_PORT: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'is not a port; give a number from 0 to 65535, where 0 takes any free port.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'is not a port; give a number from 0 to 65535.')
    .default(4100),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'is not a host name or address; give one like 127.0.0.1.')
    .default('127.0.0.1'),
  // The document's prefix for keys "for development and testing"; a live key has no business here.
  SANDBOX_API_KEY: z
    .string()
    .regex(/^test_[\x21-\x7e]+$/, 'does not begin with "test_"; choose any word with this prefix.')
    .default('test_sandbox'),
  SANDBOX_WEBHOOK_SECRET: z
    .string()
    .regex(/\S/, 'is blank; give any word that your server knows too, or leave the variable out.')
    .default('sandbox_webhook_secret'),
  SANDBOX_STATE_FILE: z
    .string()
    .regex(/\S/, 'is blank; name a file, or leave the variable out to keep the state in memory.')
    .optional(),
  SANDBOX_RATE_LIMIT: z
    .string()
    .regex(/^[0-9]{1,6}$/, 'is not a number of calls a second; give one, or 0 for no limit.')
    .transform(Number)
    .default(50),
  SANDBOX_SEED: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'is not a seed; give a number of up to nine digits.')
    .transform(Number)
    .default(1),
})

type SandboxEnvironment = z.infer<typeof environment>

export type ParsedEnvironment =
  | { ok: true; value: SandboxEnvironment }
  | { ok: false; mistakes: readonly string[] }

/** Values are never part of a mistake: one of them is a secret. */
export function parseEnvironment(variables: Record<string, string | undefined>): ParsedEnvironment {
  const parsed = environment.safeParse(variables)
  if (parsed.success) return { ok: true, value: parsed.data }
  return {
    ok: false,
    mistakes: parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`),
  }
}
