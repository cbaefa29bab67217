// The static files.

/** A page loads these after base.css and styles.css. The control panel uses base.css too. */
export const stylesheets: readonly string[] = [
  'settings.css',
  'order.css',
  'methods.css',
  'bank.css',
  'steps.css',
  'message.css',
]

/** Enhancements only: every page works without scripts. */
export const scripts: readonly string[] = ['pay.js', 'enhancements.js', 'follow.js', 'bank-search.js']
