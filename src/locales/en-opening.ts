// The one sentence that `createCheckout` shows, in the blank window. Apart from the others, so that who brings a user
// interface of their own does not download them all.

/** What the window says until the hosted page is there. */
export const opening = 'Opening the secure page…'
