// The finding for a page that was not read to its end. The rest may hold any mistake, so such a page is never right.
import { displayBytes, displayUrl } from '../display.ts'
import { type Finding, unread } from '../finding.ts'
import type { Cut } from '../http/answer.ts'
import type { Page } from './page.ts'

/** @param id begins the id of the finding: `page` or `return` */
export function unreadPage({ answer, isWhole, url }: Page, id: 'page' | 'return'): Finding[] {
  const why = answer.cut ?? (isWhole ? null : 'too complex')
  if (why === null) return []
  const [name, title, change] = reasons[why]
  return [
    unread(`${id}-${name}`, `${names[id]} ${title}`, {
      seen: `${displayUrl(url)}: ${displayBytes(answer.body.length)} were read`,
      change,
      see: 'answers',
    }),
  ]
}

const names = { page: 'The page', return: 'The return page' } as const

type Reason = readonly [name: string, title: string, change: string]

const reasons: Readonly<Record<Cut | 'too complex', Reason>> = {
  'too large': [
    'too-large',
    'is very large, so only its beginning was read',
    'Shorten the page: a shopper has to download it, too.',
  ],
  'too complex': [
    'too-complex',
    'has so many or so deeply nested elements that only its beginning was read',
    'Close formatting tags such as <b> and <font>, and shorten the page: each unclosed one is made anew in every paragraph.',
  ],
  'too slow': [
    'never-ends',
    'did not end in time, so only its beginning was read',
    'Make the server end its answer. If the page is streamed, send the checkout first.',
  ],
  'broken off': [
    'broken-off',
    'ends in the middle',
    'Send the right Content-Length, and check whether a proxy closes the connection.',
  ],
  'not decoded': [
    'not-decoded',
    'has a Content-Encoding that does not match its body',
    'Content-Encoding must name the compression of the body: gzip, br, or nothing.',
  ],
}
