// The one message that `createCheckout` shows, in the blank window. It has a file of its own, so that a page with its
// own user interface does not download all messages.

/** The text of the window until the hosted page loads. */
export const opening = 'Opening the secure page…'
