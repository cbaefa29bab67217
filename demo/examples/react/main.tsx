import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Page } from './page.tsx'

// The server has rendered the page (server.tsx); this script hydrates it.
const app = document.getElementById('app')
if (app) {
  hydrateRoot(
    app,
    <StrictMode>
      <Page order={app.dataset.order ?? ''} />
    </StrictMode>,
  )
}
