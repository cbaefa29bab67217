// The renderer behind the screens: what stays in the page when a screen changes, and what must not.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Child, h, patch } from '../../src/view/dom.ts'

let place: HTMLElement
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(() => place.remove())

const html = () => place.innerHTML
const show = (...view: Child[]) => patch(place, view)

describe('a view', () => {
  test('becomes what it describes, whatever was there', () => {
    show(h('p', { class: 'a' }, 'one', h('b', null, 'two')), 'three')
    expect(html()).toBe('<p class="a">one<b>two</b></p>three')

    show(h('h1', null, 'four'))
    expect(html()).toBe('<h1>four</h1>')
  })

  test('leaves out what is not there', () => {
    show(null, undefined, false, '', [], [null, 'text'])
    expect(html()).toBe('text')
  })

  test('never parses markup: a merchant’s label is text', () => {
    show(h('p', { title: '"><img>' }, '<img src=x onerror=alert(1)>'))

    expect(place.querySelector('img')).toBeNull()
    expect(place.textContent).toBe('<img src=x onerror=alert(1)>')
  })

  test('draws icons as real SVG', () => {
    show(h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0' })))

    expect(place.querySelector('path')).toBeInstanceOf(SVGPathElement)
    expect(place.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 1 1')
  })
})

describe('what fits', () => {
  test('stays the same node, so that a button keeps the focus', () => {
    show(h('button', null, 'Pay'))
    const button = place.querySelector('button')
    button?.focus()
    show(h('p', null, 'A notice'), h('button', null, 'Pay again'))

    expect(place.querySelector('button')).toBe(button)
    expect(document.activeElement).toBe(button)
  })

  test('is not touched when nothing changed: a screen reader would say it again', async () => {
    const view = () => h('p', { class: 'a' }, 'same', h('b', { part: 'x' }, 'same'))
    show(view())
    const changes = vi.fn()
    const observer = new MutationObserver(changes)
    observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
    show(view())
    await Promise.resolve()

    expect(changes).not.toHaveBeenCalled()
    observer.disconnect()
  })

  test('loses the attributes that are gone', () => {
    show(h('button', { disabled: true, 'aria-describedby': 'hint' }))
    show(h('button', { disabled: false, 'aria-describedby': undefined }))

    expect(html()).toBe('<button></button>')
  })

  test('calls the newest listener only', () => {
    const [before, now] = [vi.fn(), vi.fn()]
    show(h('button', { onClick: before }))
    show(h('button', { onClick: now }))
    place.querySelector('button')?.click()

    expect([before.mock.calls.length, now.mock.calls.length]).toEqual([0, 1])
  })

  test('loses a listener that is gone: it would act for a screen that is over', () => {
    const before = vi.fn()
    show(h('button', { onClick: before }))
    show(h('button', null))
    place.querySelector('button')?.click()

    expect(before).not.toHaveBeenCalled()
  })
})

describe('a key', () => {
  test('keeps a button from turning into another one under the finger', () => {
    show(h('button', { key: 'check' }, 'Check'), h('button', { key: 'cancel' }, 'Cancel'))
    const [check, cancel] = place.children
    show(h('button', { key: 'cancel' }, 'Cancel'))

    expect([...place.children]).toEqual([cancel])
    expect(check?.isConnected).toBe(false)
  })

  test('is no attribute', () => {
    show(h('button', { key: 'check' }, 'Check'))
    expect(html()).toBe('<button>Check</button>')
  })
})
