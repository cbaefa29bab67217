// The gallery's document. An element is in a template until its story begins: then the page's script inserts
// it. No inline script or style: the policy allows none.
import { html } from 'hono/html'
import { type GalleryView, linkTo } from './gallery-view.ts'
import { chapters, findStory, stories } from './stories.ts'
import type { Chapter, Story } from './story.ts'
import { switchBar } from './switches.ts'

type Markup = ReturnType<typeof html>

/** The whole page: every story, or the one that the view names. */
export function galleryPage(view: GalleryView): Markup {
  const single = findStory(view.story)
  const theme = view.theme === 'auto' ? '' : html` data-theme="${view.theme}"`
  const width = view.width === null ? '' : html` data-width="${view.width}"`
  return html`<!doctype html>
<html lang="en" dir="${view.dir}"${theme}${width}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${single ? `${single.title} · ` : ''}Gallery of payin-checkout</title>
    <link rel="icon" href="/gallery/logos/7.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/shop/assets/base.css">
    <link rel="stylesheet" href="/gallery/assets/gallery.css">
    <script src="/payin-checkout.js" async></script>
    <script src="/gallery/assets/gallery.js" type="module"></script>
  </head>
  <body>
    <header class="head">
      <div class="masthead">
        <h1><a href="${linkTo(view, { story: null })}">Every screen</a></h1>
        <p><bdi>payin-checkout, in each of its ${stories.length} states. The elements are real, their endpoints are canned. <a href="/playground">Try one in the playground</a></bdi></p>
      </div>
      ${switchBar(view)}
    </header>
    <main>
      ${view.story === null ? all(view) : single ? alone(single, view) : unknown(view)}
      <noscript><p>The elements come to life by script. Please allow it on this page.</p></noscript>
    </main>
  </body>
</html>
`
}

function all(view: GalleryView): Markup {
  return html`<nav class="chapters" aria-label="Chapters">${chapters.map(
    ({ name, title }) => html`<a href="#${name}">${title}</a>`,
  )}</nav>
      ${chapters.map((chapter) => section(chapter, view))}`
}

function section({ name, title, stories }: Chapter, view: GalleryView): Markup {
  return html`<section id="${name}" aria-labelledby="${name}-title">
        <h2 id="${name}-title"><bdi>${title}</bdi> <span class="count">${stories.length}</span></h2>
        <div class="sheet">${stories.map((story) => card(story, view))}
        </div>
      </section>`
}

function alone(story: Story, view: GalleryView): Markup {
  const at = stories.indexOf(story)
  const beside = (text: string, rel: string, other: Story | undefined) =>
    other && html`<a rel="${rel}" href="${linkTo(view, { story: other.name })}">${text}: ${other.title}</a>`
  return html`<nav class="chapters" aria-label="Stories"><a href="${linkTo(view, { story: null })}">All</a>
        ${beside('Before', 'prev', stories[at - 1])}${beside('Next', 'next', stories[at + 1])}</nav>
      <h2 class="unseen">One screen</h2>
      <div class="sheet sheet-single">${card(story, view)}
      </div>`
}

function unknown(view: GalleryView): Markup {
  return html`<h2>No such story</h2>
      <p class="chapters"><a href="${linkTo(view, { story: null })}">See all</a></p>`
}

function card(story: Story, view: GalleryView): Markup {
  const { name, title, way = [], phase, shows } = story
  const isHeld = story.create === 'never' || story.read === 'never' ? html` data-held` : ''
  return html`
          <article class="card" id="story-${name}" data-story="${name}" data-way="${way.join('\n')}"
            data-phase="${phase}" data-shows="${shows}"${isHeld}>
            <h3><a href="${linkTo(view, { story: name })}"><bdi>${title}</bdi></a></h3>
            <div class="stage"></div>
            <template>${element(story, view)}</template>
          </article>`
}

function element({ name, tag, attributes, content = '', endpoint = name }: Story, view: GalleryView): Markup {
  const all = {
    endpoint: `/gallery/endpoint/${endpoint}`,
    theme: view.theme,
    // Use a popup even on a phone, because a redirect would leave the gallery.
    ...(tag !== 'payin-return' && { mode: 'popup' }),
    ...(view.lang && { lang: view.lang }),
    ...attributes,
  }
  const written = Object.entries(all).map(([name, value]) => html` ${name}="${value}"`)
  // A template literal cannot contain a variable tag name.
  if (tag === 'payout-claim') return html`<payout-claim${written}></payout-claim>`
  if (tag === 'payin-return') return html`<payin-return${written}></payin-return>`
  return html`<payin-checkout${written}>${content}</payin-checkout>`
}
