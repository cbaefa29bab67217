// A page of its own for one script: a frame with another global object, in which nothing is compiled or drawn yet.

export type Realm = Window & typeof globalThis

/** Ten elements are in view, each on a place of a tenth of the height. */
const heightPx = 1000

/** Opens a frame with an address, as a shop's page has: a frame without one makes others look for it. */
export async function openRealm(styles: string): Promise<Realm> {
  const frame = document.createElement('iframe')
  frame.width = '400'
  frame.height = String(heightPx)
  frame.src = location.href
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const realm = frame.contentWindow as Realm
  const style = realm.document.createElement('style')
  style.textContent = `${styles}\n.place { block-size: ${heightPx / 10}px }`
  realm.document.head.append(style)
  return realm
}

/** Takes a frame away again. */
export function closeRealm(realm: Realm): void {
  realm.frameElement?.remove()
}
