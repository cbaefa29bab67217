// The live region of an element: what screen readers announce, and when. The node is in the page before any text is put
// into it (docs/internals/browser-facts.md#accessible-without-exception).
import { effect, signal } from '@preact/signals'
import type { Ports, Stop } from '../platform/ports.ts'

/**
 * How long to wait before the next announcement. By then a screen reader has announced the window in front, we know
 * whether the payment window was closed, and most requests are answered.
 */
const quietMs = 2_000

export interface LiveText {
  readonly announcement: string
  /** The time left. Announced together with another announcement, and whenever `step` changes. */
  readonly time?: { readonly step: number; readonly text: string } | null
}

/** Makes the live region of an element. It is empty at first. */
export function createLiveRegion() {
  let region: HTMLElement | undefined
  /** The last announcement, and the last step of the time left. */
  let announced = ''
  let announcedStep: number | undefined
  /**
   * `false` while another window is in front, because screen readers then do not read this one. `null`: the window is in
   * front again, and announcements continue after `quietMs`.
   */
  const canAnnounce = signal<boolean | null>(true)

  return {
    /** Makes the node for a document. */
    createNode(document: Document): HTMLElement {
      region = document.createElement('p')
      region.className = 'status'
      // Not `role="status"`: a screen reader's cursor stops there even if it is empty, and Orca announces that.
      region.setAttribute('aria-live', 'polite')
      region.setAttribute('aria-atomic', 'true')
      return region
    },

    /** Watches which window is in front. */
    watch: ({ clock, wake }: Ports): Stop[] => [
      wake.watchWindowFocus((isInFront) => {
        canAnnounce.value = isInFront && null
      }),
      effect(() =>
        canAnnounce.value === null
          ? clock.after(quietMs, () => {
              canAnnounce.value = true
            })
          : undefined,
      ),
    ],

    /**
     * Announces what changed, once. Needed even if the focus moves to the title of a new notice: screen readers do not
     * read the text then, and Orca reads nothing. An effect that calls this runs again when announcements are possible.
     */
    update({ announcement, time }: LiveText): void {
      if (!region || !canAnnounce.value) return
      const hasChanged = announcement !== announced
      if (!hasChanged && time?.step === announcedStep) return
      announced = announcement
      announcedStep = time?.step
      region.textContent = `${hasChanged ? announcement : ''} ${time?.text ?? ''}`.trim()
    },

    /** Announces a text now. After `quietMs`, `update` announces the notice of that time. */
    announce(text: string): void {
      if (!region) return
      announced = region.textContent = text
      canAnnounce.value = null
    },
  }
}
