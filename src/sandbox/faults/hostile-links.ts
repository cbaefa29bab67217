/** Malicious links. Each is a known attack on redirects; a merchant must not open any of them. */
export const hostileLinks = {
  script: 'javascript:document.body.replaceChildren("owned")',
  script_with_line_break: 'java\nscript:document.body.replaceChildren("owned")',
  protocol_relative: '//hostile.example/pay',
  backslash: '/\\hostile.example/pay',
  credentials: 'https://pay.example@hostile.example/pay',
  other_origin: 'https://hostile.example/pay',
  data: 'data:text/html,<h1>owned</h1>',
  empty: '',
} as const
export type HostileLink = keyof typeof hostileLinks
