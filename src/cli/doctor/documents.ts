// The sections of the documents that explain the findings.

/** The sections by a short name. A test checks that each heading exists. */
export const documents = {
  answers: 'docs/doctor.md#what-it-reads',
  element: 'docs/integration.md#a-script-tag',
  attributes: 'docs/integration.md#attributes',
  methods: 'docs/integration.md#how-to-pay',
  protocol: 'docs/protocol.md#the-merchant-protocol',
  languages: 'docs/integration.md#languages',
  server: 'docs/integration.md#the-server-on-node',
  payout: 'docs/integration.md#attributes',
  token: 'docs/merchant.md#whose-order-it-is',
  proxy: 'docs/operating.md#behind-a-proxy',
  webhooks: 'docs/settings.md#variables',
  policy: 'docs/security.md#content-security-policy',
  opener: 'docs/security.md#cross-origin-opener-policy',
  frames: 'docs/security.md#frames',
  permissions: 'docs/security.md#permissions-policy',
  script: 'docs/security.md#the-script',
  session: 'docs/security.md#what-the-id-of-a-session-is-worth',
} as const

export type DocumentName = keyof typeof documents
