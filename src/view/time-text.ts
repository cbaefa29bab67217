import type { Deadline } from '../checkout/deadline.ts'
import type { Messages } from '../locales/messages.ts'

/** The time left as it is shown: `14:59` in every language. */
export function shownTime({ seconds }: Deadline): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The time left as it is announced, in whole minutes: "Time left: 5 minutes". */
export function announcedTime({ seconds }: Deadline, messages: Messages): string {
  if (seconds === 0) return messages.timeUp
  const style = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const
  const minutes = Math.ceil(seconds / 60)
  let text = String(minutes)
  try {
    text = new Intl.NumberFormat(messages.lang, style).format(minutes)
  } catch {
    // The page's own messages may have an invalid `lang`.
  }
  return messages.timeLeft.replace('{time}', text)
}
