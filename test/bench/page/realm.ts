// A new page for one script: a frame with its own global object, in which nothing is compiled or drawn yet.

export type Realm = Window & typeof globalThis

/** Ten elements are in view; each place has a tenth of the height. */
const heightPx = 1000

/** Opens a frame with an address, like a shop's page: without one, some libraries search for an address. */
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

/** Removes a frame. */
export function closeRealm(realm: Realm): void {
  realm.frameElement?.remove()
}
