// The finding for a page that was not read to its end. The rest may hold any mistake, so such a page is never right.
import { displayBytes, displayUrl } from '../display.ts'
import { type Found, says } from '../finding.ts'
import type { Cut } from '../http/answer.ts'
import type { Page } from './page.ts'

/** By the end of the id. */
const say = says('answers', {
  'too-large': {
    unread: '{name} is very large, so only its beginning was read',
    change: 'Shorten the page: a shopper has to download it, too.',
  },
  'too-complex': {
    unread: '{name} has so many or so deeply nested elements that only its beginning was read',
    change:
      'Close formatting tags such as <b> and <font>, and shorten the page: each unclosed one is made anew in every paragraph.',
  },
  'never-ends': {
    unread: '{name} did not end in time, so only its beginning was read',
    change: 'Make the server end its answer. If the page is streamed, send the checkout first.',
  },
  'broken-off': {
    unread: '{name} ends in the middle',
    change: 'Send the right Content-Length, and check whether a proxy closes the connection.',
  },
  'not-decoded': {
    unread: '{name} has a Content-Encoding that does not match its body',
    change: 'Content-Encoding must name the compression of the body: gzip, br, or nothing.',
  },
})

const reasons: Readonly<Record<Cut, Parameters<typeof say>[0]>> = {
  'too large': 'too-large',
  'too slow': 'never-ends',
  'broken off': 'broken-off',
  'not decoded': 'not-decoded',
}

/** @param id begins the id of the finding: `page` or `return` */
export function unreadPage({ answer, isWhole, url }: Page, id: 'page' | 'return'): Found {
  if (!answer.cut && isWhole) return null
  const seen = `${displayUrl(url)}: ${displayBytes(answer.body.length)} were read`
  const name = id === 'page' ? 'The page' : 'The return page'
  const found = say(answer.cut ? reasons[answer.cut] : 'too-complex', seen, { name })
  return { ...found, id: `${id}-${found.id}` }
}
