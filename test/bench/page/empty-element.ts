// The least that Preact and signals can be asked for: a custom element with a shadow root, and in it a component that
// reads one signal and draws nothing.
import { signal } from '@preact/signals'
import { h, render } from 'preact'

const amount = signal('')

function Empty() {
  // Read, so that the component follows it.
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
