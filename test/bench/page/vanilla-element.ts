// The smallest custom element with a shadow root.
customElements.define(
  'vanilla-element',
  class extends HTMLElement {
    connectedCallback(): void {
      const button = document.createElement('button')
      button.textContent = 'Pay'
      this.attachShadow({ mode: 'open' }).append(button)
    }
  },
)
