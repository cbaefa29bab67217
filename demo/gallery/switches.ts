// The switches: plain links, so that every view of the gallery has an address.
import { html } from 'hono/html'
import { type GalleryView, linkTo } from './gallery-view.ts'

/** A change of the view by the text of its option. */
type Options = Readonly<Record<string, Partial<GalleryView>>>

const switches: Readonly<Record<string, Options>> = {
  Theme: { Auto: { theme: 'auto' }, Light: { theme: 'light' }, Dark: { theme: 'dark' } },
  Reads: { LTR: { dir: 'ltr' }, RTL: { dir: 'rtl' } },
  Width: { Full: { width: null }, '320 px': { width: 320 }, '400 px': { width: 400 } },
  Speaks: { English: { lang: '' }, Deutsch: { lang: 'de' }, עברית: { lang: 'he' }, Русский: { lang: 'ru' } },
}

/** All switches, with the current values marked. */
export function switchBar(view: GalleryView) {
  return html`<nav class="switches" aria-label="View">${Object.entries(switches).map(
    ([name, options]) => html`
        <div class="switch" role="group" aria-label="${name}">
          <span class="switch-name" aria-hidden="true">${name}</span>${Object.entries(options).map(
            ([text, change]) => {
              const href = linkTo(view, change)
              const current = href === linkTo(view) ? html` aria-current="true"` : ''
              const lang = change.lang ? html` lang="${change.lang}"` : ''
              return html`<a href="${href}"${lang}${current}>${text}</a>`
            },
          )}
        </div>`,
  )}
      </nav>`
}
