// A page with a list: search field, pages, newest first.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderField } from '../forms/field.ts'
import { renderTable } from './page-parts.ts'

const pageSize = 50

export type Listing<T> = {
  title: string
  /** The path of the list. */
  path: string
  /** Newest first. */
  items: readonly T[]
  /** The texts of an item that the search field covers. */
  searched(item: T): readonly (string | null | undefined)[]
  /** The label of the search field. */
  searchedNames: string
  columns: readonly (string | Content)[]
  row(item: T): Content
  /** Shown when the list is empty. */
  empty: Content | string
}

/** The query parameters of a list. */
export type ListQuery = { find: string; page: number }

export function readListQuery(url: string): ListQuery {
  const query = new URL(url).searchParams
  const page = Number(query.get('page') ?? '1')
  return { find: (query.get('find') ?? '').trim(), page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

export function renderList<T>(listing: Listing<T>, { find, page }: ListQuery): Content {
  const { title, path, items, row } = listing
  const matching = find === '' ? items : items.filter((item) => matches(listing.searched(item), find))
  const last = Math.max(1, Math.ceil(matching.length / pageSize))
  const shown = Math.min(page, last)
  const rows = matching.slice((shown - 1) * pageSize, shown * pageSize).map(row)
  const nothingFound = html`Nothing here holds “${find}”. <a href="${path}">Show all ${items.length}</a>.`
  const empty = items.length > 0 ? nothingFound : listing.empty
  return html`<h1>${title} <span class="soft">${items.length}</span></h1>
    ${items.length === 0 ? '' : renderSearch(listing, find, matching.length)}
    ${renderTable({ label: title, columns: listing.columns, rows, empty })}
    ${last > 1 ? renderPager(path, find, shown, last) : ''}`
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
