// The same, drawn by Preact.
import { h, render } from 'preact'

customElements.define(
  'preact-element',
  class extends HTMLElement {
    connectedCallback(): void {
      render(h('button', null, 'Pay'), this.attachShadow({ mode: 'open' }))
    }
  },
)
