// Which nodes stay when a screen changes, and that the page's own texts never become markup.
import { render, screen } from '@testing-library/preact'
import { h } from 'preact'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '../../src/view/panel.tsx'
import { settle } from '../support/fake-clock.ts'
import { fakePorts } from '../support/fake-ports.ts'
import { mount } from './mounted.ts'
import { screens, stories } from './stories.ts'

const nameOf = ({ target, type, attributeName }: MutationRecord) =>
  [target.nodeName, type, attributeName ?? target.nodeValue].join(' ')

describe('a screen', () => {
  test.each(screens)(
    '“%s” does not change its nodes if nothing has changed, or it would be announced again',
    async (name) => {
      const { element } = await stories[name]()
      const observer = new MutationObserver(() => undefined)
      const root = element.shadowRoot
      if (!root) throw new Error('The element is not in the page.')
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
      // Renders again, whatever its value.
      element.sentences = undefined

      expect(observer.takeRecords().map(nameOf)).toEqual([])
      observer.disconnect()
    },
  )

  test('never parses the page’s texts as HTML', () => {
    const label = '<img src=x onerror=alert(1)>'
    const { all, button } = mount({ label })

    expect(all('img')).toEqual([])
    expect(button(label).query()).not.toBeNull()
  })

  test('has icons in the SVG namespace', () => {
    const [path] = mount().all('svg path')
    expect(path).toBeInstanceOf(SVGPathElement)
  })
})

describe('a button', () => {
  test('keeps the focus when other buttons are inserted before it', async () => {
    const before = await stories['waiting popup']()
    before.element.remove()
    const ports = fakePorts({ memory: before.ports.memory })
    const { element, button, focused, all, read } = mount({}, { ports })
    await settle()
    const [cancel] = all('button')
    if (cancel instanceof HTMLElement) cancel.focus()
    await read({})

    expect(element.state.phase).toBe('waiting')
    expect([focused(), button('Cancel').query()]).toEqual(['Cancel', cancel])
  })

  test('never turns into another button while it is pressed', async () => {
    const { ports, button } = await stories['waiting popup']()
    const [check, cancel] = [button(/Check now/).query(), button('Cancel').query()]
    ports.windows.refuses = true
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    button('Open the payment page')
      .query()
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

    expect([check?.isConnected, button('Cancel').query()]).toEqual([false, cancel])
  })

  test('acts for the current screen, not for an earlier one', () => {
    const [before, now] = [vi.fn(), vi.fn()]
    const draw = (press: () => void) => (
      <Button look="plain" onPress={press}>
        Check
      </Button>
    )
    const { rerender } = render(draw(before))
    rerender(draw(now))
    screen.getByRole('button', { name: 'Check' }).click()

    expect([before.mock.calls.length, now.mock.calls.length]).toEqual([0, 1])
  })
})
