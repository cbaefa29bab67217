/** What the tests ask a page for in its address. */
export interface Asked {
  searchParams: Promise<{ order?: string; mode?: 'popup' | 'redirect' }>
}
