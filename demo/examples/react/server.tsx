import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Page } from './page.tsx'

/** The page as HTML, for `#app`. */
export function renderPage(order: string): string {
  return renderToString(
    <StrictMode>
      <Page order={order} />
    </StrictMode>,
  )
}
