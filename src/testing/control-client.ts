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

export function createControlClient(baseUrl: string, apiKey: string): ControlClient {
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
    get: async (path) => (await call('GET', path)).json(),
    post: async (path, body) => (await call('POST', path, body)).json(),
    async delete(path) {
      await call('DELETE', path)
    },
  }
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
