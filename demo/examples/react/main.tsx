import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Page } from './page.tsx'

// The server has rendered the page (server.tsx); it comes to life here.
const app = document.getElementById('app')
if (app) {
  hydrateRoot(
    app,
    <StrictMode>
      <Page order={app.dataset.order ?? ''} />
    </StrictMode>,
  )
}
