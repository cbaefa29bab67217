// Shows the code of a payout in place of the recipient's phone. A real merchant sends it by text message or letter, on another
// channel than the link, because a person with both can take the money.
import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/**
 * The card with its style and its script, for any page of this server.
 * @param code `''` for a hidden card, until the page's script writes a code into it
 */
export function phoneMessage(code: string): Markup {
  return html`<aside class="phone" id="phone" data-when="open" aria-labelledby="phone-title"${code === '' ? html` hidden` : ''}>
              <link rel="stylesheet" href="/shop/assets/phone-message.css">
              <script src="/shop/assets/phone-message.js" type="module"></script>
              <h2 class="phone-title" id="phone-title"><bdi>A message on your phone</bdi></h2>
              <div class="phone-message">
                <p class="phone-sender"><bdi>Lantern Row</bdi></p>
                <p><bdi>Your code to receive your refund. Give it to nobody.</bdi></p>
                <p class="phone-code"><code id="phone-code" dir="ltr" translate="no">${code}</code><button type="button" id="phone-copy" hidden>Copy<span class="unseen"> the code</span></button></p>
                <p class="phone-said" id="phone-said" role="status"></p>
              </div>
              <p class="phone-note"><bdi>This card stands in for a text message or a letter. A real shop sends the code there, and never shows it beside the link.</bdi></p>
            </aside>`
}
