/** In-app browsers, where a popup is lost or replaces the page (FACTS 6). */
const inApp = /FBA[NV]|Instagram|TikTok|musical_ly|Line\/|; wv\)|Snapchat|Pinterest|LinkedInApp/i
const phone = /iPhone|iPod|Android.+Mobile|Windows Phone/i
/** An iOS web view lacks the word that Safari and every real iOS browser carry. */
const iosWebView = /\((iPhone|iPod|iPad)(?!.*Safari\/)/i

/** Tells where a redirect serves the shopper better than a popup: in-app browsers, phones, installed apps. */
export function prefersRedirect(page: {
  readonly navigator: Pick<Navigator, 'userAgent'>
  readonly opener: unknown
  matchMedia(query: string): { readonly matches: boolean }
}): boolean {
  const { userAgent } = page.navigator
  if (inApp.test(userAgent) || phone.test(userAgent) || iosWebView.test(userAgent)) return true
  // Standalone is also reported inside popups: a window with an opener is not an installed app.
  return !page.opener && page.matchMedia('(display-mode: standalone)').matches
}
