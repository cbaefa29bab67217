// Calls the sandbox's control interface for one API key, over HTTP, also when the sandbox is in this process.
import { realFetch } from './real-time.ts'
import { SandboxError } from './sandbox-error.ts'

export interface ControlClient {
  readonly baseUrl: string
  readonly apiKey: string
  /** @throws {SandboxError} when the sandbox cannot be reached or refuses */
  get<Answer>(path: string): Promise<Answer>
  post<Answer>(path: string, body?: object): Promise<Answer>
  delete(path: string): Promise<void>
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly detail: string; readonly pointer: string }[]
}

/** @throws an Error for a key that is not of a sandbox. It is sent to no address */
export function requireTestKey(apiKey: string): void {
  if (!apiKey.startsWith('test_'))
    throw new Error('`apiKey` does not begin with "test_". Do not use a live key in a test.')
}

export function createControlClient(baseUrl: string, apiKey: string): ControlClient {
  requireTestKey(apiKey)
  async function call(method: string, path: string, body?: object): Promise<Response> {
    const response = await realFetch(baseUrl + path, {
      method,
      headers: { 'X-API-Key': apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new SandboxError(
        `No sandbox answers at ${baseUrl}. Is it still running? \`npx payin-checkout sandbox\` starts one.`,
        { cause },
      )
    })
    if (!response.ok) throw new SandboxError(await refusalOf(response, `${method} ${baseUrl}${path}`))
    return response
  }

  return {
    baseUrl,
    apiKey,
    get: async (path) => answerIn(await call('GET', path), baseUrl),
    post: async (path, body) => answerIn(await call('POST', path, body), baseUrl),
    async delete(path) {
      await call('DELETE', path)
    },
  }
}

async function answerIn<Answer>(response: Response, baseUrl: string): Promise<Answer> {
  return response.json().catch((cause: unknown) => {
    throw new SandboxError(`${baseUrl} answers, but not as a sandbox does.`, { cause })
  })
}

async function refusalOf(response: Response, asked: string): Promise<string> {
  const text = await response.text()
  const { detail, errors = [] } = problemIn(text)
  if (detail === undefined) return `${asked} answered ${response.status}: is a sandbox at this address?`
  return [detail, ...errors.map((each) => `${each.pointer} ${each.detail}`)].join(' ')
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
