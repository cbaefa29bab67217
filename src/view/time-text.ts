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

/** A moment in the shopper's language and time zone: "Nov 20, 2026, 3:45 PM". Empty if `iso` is no time. */
export function momentText(iso: string, lang: string): string {
  try {
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
    return format.format(new Date(iso))
  } catch {
    // Another server answered, or the page's own messages have an invalid `lang`.
    return ''
  }
}
