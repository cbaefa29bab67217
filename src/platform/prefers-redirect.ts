/** In-app browsers: a popup does not open there, or replaces the page (docs/internals/browser-facts.md#where-a-popup-is-only-a-tab). */
const inApp = /FBA[NV]|Instagram|TikTok|musical_ly|Line\/|; wv\)|Snapchat|Pinterest|LinkedInApp/i
const phone = /iPhone|iPod|Android.+Mobile|Windows Phone/i
/** The user agent of an iOS web view lacks "Safari/", which Safari and all other iOS browsers have. */
const iosWebView = /\((iPhone|iPod|iPad)(?!.*Safari\/)/i

/** Whether a redirect works better than a popup: in in-app browsers, on phones, in installed apps. */
export function prefersRedirect(page: {
  readonly navigator: Pick<Navigator, 'userAgent'>
  readonly opener: unknown
  matchMedia(query: string): { readonly matches: boolean }
}): boolean {
  const { userAgent } = page.navigator
  if (inApp.test(userAgent) || phone.test(userAgent) || iosWebView.test(userAgent)) return true
  // Popups match `standalone`, too. A window with an opener is a popup and not an installed app.
  return !page.opener && page.matchMedia('(display-mode: standalone)').matches
}
