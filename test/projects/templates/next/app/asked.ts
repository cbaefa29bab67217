/** The query parameters that the tests use. */
export interface Asked {
  searchParams: Promise<{ order?: string; mode?: 'popup' | 'redirect' }>
}
