// The test controls below every step: a button that refuses as the bank would, and the test values.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { PayinStep } from './payin-step.ts'
import { renderTestValues } from './test-values.ts'

export function renderSandboxStrip({ path, texts }: PayinStep): Content {
  const { common, payin } = texts
  return html`<aside class="sandbox-strip stack tight" aria-label="${common.sandbox}">
    <form class="decline row apart" method="post" action="${path}/decline">
      <p class="soft"><strong>${common.sandbox}</strong> ${payin.actAsBank}</p>
      <button class="small-button" type="submit">${payin.decline}</button>
    </form>
    ${renderTestValues(texts)}
  </aside>`
}
