// What an element says to who does not look, and when: the live region, which is in the page before any text is put into it
// (FACTS 22).
import { effect, signal } from '@preact/signals'
import type { Ports, Stop } from '../platform/ports.ts'

/**
 * By then a screen reader has said which window is in front again, it is known whether the payment window has gone, and
 * most answers are here.
 */
const quietMs = 2_000

export interface Spoken {
  readonly announcement: string
  /** What is said of the time left, with other news and whenever its `step` changes. */
  readonly time?: { readonly step: number; readonly text: string } | null
}

/** Makes the live region of an element, which says nothing yet. */
export function createLiveRegion() {
  let region: HTMLElement | undefined
  /** What was announced last, and of the time left. */
  let announced = ''
  let announcedStep: number | undefined
  /** Nobody hears what is said while another window is in front: it waits until ours is. `null`: in a moment. */
  const canAnnounce = signal<boolean | null>(true)

  return {
    /** Makes its node, which belongs to one document. */
    createNode(document: Document): HTMLElement {
      region = document.createElement('p')
      region.className = 'status'
      // Not a `status`: a reading cursor comes to that one while it is empty, and Orca says so.
      region.setAttribute('aria-live', 'polite')
      region.setAttribute('aria-atomic', 'true')
      return region
    },

    /** Follows which window is in front. */
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
     * Says what has changed, once. Also where the focus moves to the title, because the button under the shopper's finger has
     * gone: no reader says the text then, and Orca says nothing at all. An effect that calls it runs again when it may speak.
     */
    update({ announcement, time }: Spoken): void {
      if (!region || !canAnnounce.value) return
      const hasChanged = announcement !== announced
      if (!hasChanged && time?.step === announcedStep) return
      announced = announcement
      announcedStep = time?.step
      region.textContent = `${hasChanged ? announcement : ''} ${time?.text ?? ''}`.trim()
    },

    /** Says something now, and a moment later what is to be said then. */
    announce(text: string): void {
      if (!region) return
      announced = region.textContent = text
      canAnnounce.value = null
    },
  }
}
