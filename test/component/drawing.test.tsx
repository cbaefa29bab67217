// What stays in the page when a screen changes, and what of the page's own words can never become markup.
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
    '“%s” is not touched when nothing has changed: it would be read out again',
    async (name) => {
      const { element } = await stories[name]()
      const observer = new MutationObserver(() => undefined)
      const root = element.shadowRoot
      if (!root) throw new Error('The element is not in the page.')
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
      // Draws again, whatever it is set to.
      element.sentences = undefined

      expect(observer.takeRecords().map(nameOf)).toEqual([])
      observer.disconnect()
    },
  )

  test('never parses the words of the page', () => {
    const label = '<img src=x onerror=alert(1)>'
    const { all, button } = mount({ label })

    expect(all('img')).toEqual([])
    expect(button(label).query()).not.toBeNull()
  })

  test('has icons that are real SVG', () => {
    const [path] = mount().all('svg path')
    expect(path).toBeInstanceOf(SVGPathElement)
  })
})

describe('a button', () => {
  test('keeps the focus when others come in before it', async () => {
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

  test('never turns into another one under the finger', async () => {
    const { ports, button } = await stories['waiting popup']()
    const [check, cancel] = [button(/check now/).query(), button('Cancel').query()]
    ports.windows.refuses = true
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    button('Open the payment page')
      .query()
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

    expect([check?.isConnected, button('Cancel').query()]).toEqual([false, cancel])
  })

  test('acts for the screen that is shown, not for one that is over', () => {
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
