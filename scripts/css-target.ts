/**
 * Browsers with `light-dark()`. Our style sheet uses none, but for older ones the bundler would write two custom properties
 * beside each `color-scheme`.
 */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5']
