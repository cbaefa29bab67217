// The smallest element with Preact and signals: a custom element with a shadow root and a component that
// reads one signal and draws nothing.
import { signal } from '@preact/signals'
import { h, render } from 'preact'

const amount = signal('')

function Empty() {
  // Read it, so that the component subscribes to it.
  return amount.value === '' ? null : amount.value
}

customElements.define(
  'empty-element',
  class extends HTMLElement {
    connectedCallback(): void {
      render(h(Empty, null), this.attachShadow({ mode: 'open' }))
    }
  },
)
