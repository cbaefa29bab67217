// A page inside the test's page, with an address, a policy and a window of its own.
import { onTestFinished } from 'vitest'

export interface InnerPage {
  readonly frame: HTMLIFrameElement
  readonly window: Window & typeof globalThis
  readonly document: Document
  /** What the page's policy refused, one line each. */
  readonly violations: readonly string[]
  /** Loads a module of the project as a page's script tag would, and waits for it. */
  load(path: string): Promise<void>
}

/** A page of our origin at `address`; its own content does not matter. */
export function openPageAt(address: string): Promise<InnerPage> {
  return open((frame) => {
    frame.src = address
  })
}

/** A page under a Content-Security-Policy. */
export function openPageUnder(policy: string): Promise<InnerPage> {
  return open((frame) => {
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Shop</title>`
  })
}

async function open(prepare: (frame: HTMLIFrameElement) => void): Promise<InnerPage> {
  const frame = document.createElement('iframe')
  prepare(frame)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  await loaded
  const window = frame.contentWindow as InnerPage['window'] | null
  if (!window) throw new Error('The inner page has no window.')
  const violations: string[] = []
  const { document: page } = window
  page.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    violations.push(`${effectiveDirective} ${blockedURI} ${sample}`)
  })
  return { frame, window, document: page, violations, load: (path) => load(window, path) }
}

interface Trusting {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string }
  }
}

function load(inner: InnerPage['window'], path: string): Promise<void> {
  const script = inner.document.createElement('script')
  const url = new URL(path, location.href).href
  // The test's own script tag needs a nonce in the policy. The widget gets none.
  const policy = (inner as Trusting).trustedTypes?.createPolicy('test', { createScriptURL: (url) => url })
  script.type = 'module'
  script.src = policy ? policy.createScriptURL(url) : url
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${path} could not be loaded.`)))
    inner.document.head.append(script)
  })
}
