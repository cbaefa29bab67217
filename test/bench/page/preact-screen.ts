// Our screen, drawn by Preact: the same markup under the same style sheet, and nothing behind it.
import { h, render, type VNode } from 'preact'
import { type ScreenNode, sheetOf } from './screen.ts'

const { nodes } = screenToDraw
const sheet = sheetOf(screenToDraw)

const draw = ({ tag, attributes, children }: ScreenNode): VNode =>
  h(tag, attributes, ...children.map((child) => (typeof child === 'string' ? child : draw(child))))

customElements.define(
  'preact-screen',
  class extends HTMLElement {
    connectedCallback(): void {
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      render(nodes.map(draw), root)
    }
  },
)
