// How a server answers the webhooks of the payment service (docs/protocol.md#what-no-call-shows), as OpenAPI writes it. Their bodies
// belong to the service's own interface.

const description = `At the \`webhook_url\` that you gave to the service with the payment.

1. Check that \`X-Webhook-Signature\` is the HMAC-SHA256 of the exact bytes of the body.
2. Read the payment from the service: a webhook is only a reason to do so. It can come twice, late and in the wrong order.
3. Answer once the result is stored.`

export const webhooks = {
  paymentChanged: {
    post: {
      operationId: 'receiveWebhook',
      tags: ['Payments'],
      summary: 'Receive a webhook about a payin or a payout',
      description,
      security: [],
      parameters: [
        {
          name: 'X-Webhook-Signature',
          in: 'header',
          description: 'The HMAC-SHA256 of the body with your webhook secret, in hex.',
          required: true,
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', description: 'An event, as the service’s own interface describes it.' },
          },
        },
      },
      responses: {
        '2XX': { description: 'The result is stored. The body counts for nothing.' },
        401: { $ref: '#/components/responses/wrongSignature' },
        503: { $ref: '#/components/responses/notStored' },
      },
    },
  },
}
