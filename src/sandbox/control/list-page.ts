// The lists of the panel. Each is described as a `Listing`, and one function draws its page: search field, table, pages.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderField } from '../forms/field.ts'
import { type Page, type Place, places } from './control-page.ts'
import type { Refused } from './form-parts.ts'
import { type Column, renderTable } from './page-parts.ts'

const pageSize = 50

export type Listing<T> = {
  path: Place
  /** What is in the list, as a word in a sentence. */
  plural: string
  /** Newest first. */
  list(): readonly T[]
  /** The texts of an item that the search field covers. */
  searched(item: T): readonly (string | null | undefined)[]
  /** The label of the search field. */
  searchedNames: string
  columns: readonly Column<T>[]
  /** Shown when the list is empty. */
  empty: Content | string
  /**
   * The page of one item. Without it the items have no pages.
   * @param id as in the address
   * @throws {Problem} 404 for an unknown id
   */
  showItem?(id: string, refused?: Refused): ItemPage
}

type ItemPage = Pick<Page, 'title' | 'main'> & { address?: string }

export type Section = ReturnType<typeof createSection>

/** A list and the pages of its items. */
export function createSection<T>(listing: Listing<T>) {
  const { path, plural, list, showItem } = listing
  return {
    path,
    plural,
    showItem,
    count: () => list().length,
    /** @param url the address of the request: its query filters the list */
    renderList: (url: string) => renderList(listing, new URL(url).searchParams),
  }
}

function renderList<T>(listing: Listing<T>, query: URLSearchParams): Content {
  const { path, searched, columns } = listing
  const title = places[path]
  const find = (query.get('find') ?? '').trim()
  const items = listing.list()
  const matching = find === '' ? items : items.filter((item) => matches(searched(item), find))
  const last = Math.max(1, Math.ceil(matching.length / pageSize))
  const page = Math.min(numberOfPage(query), last)
  const nothingFound = html`No entry contains “${find}”. <a href="${path}">Show all ${items.length}</a>.`
  return html`<h1>${title} <span class="soft">${items.length}</span></h1>
    ${items.length === 0 ? '' : renderSearch(listing, find, matching.length)}
    ${renderTable({
      label: title,
      columns,
      items: matching.slice((page - 1) * pageSize, page * pageSize),
      empty: items.length > 0 ? nothingFound : listing.empty,
    })}
    ${last > 1 ? renderPager(path, find, page, last) : ''}`
}

function numberOfPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function matches(texts: readonly (string | null | undefined)[], find: string): boolean {
  return texts.some((text) => text?.toLowerCase().includes(find.toLowerCase()))
}

function renderSearch<T>({ path, searchedNames }: Listing<T>, find: string, found: number): Content {
  return html`<form class="row search" method="get" action="${path}" role="search">
    ${renderField({ name: 'find', label: searchedNames, type: 'search', value: find })}
    <button type="submit">Filter</button>
    ${find === '' ? '' : html`<p>${found} found. <a href="${path}">Show all</a></p>`}
  </form>`
}

function renderPager(path: string, find: string, shown: number, last: number): Content {
  const address = (page: number) =>
    `${path}?${new URLSearchParams({ ...(find ? { find } : {}), page: String(page) })}`
  return html`<nav class="row" aria-label="Pages">
    ${shown > 1 ? html`<a class="quiet" rel="prev" href="${address(shown - 1)}">Newer</a>` : ''}
    <span>Page ${shown} of ${last}</span>
    ${shown < last ? html`<a class="quiet" rel="next" href="${address(shown + 1)}">Older</a>` : ''}
  </nav>`
}
