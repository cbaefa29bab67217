/** Whether this is `npm test -- --long`. Tests that take long for what they add show less in the short form. */
export const isLongRun = process.env.LONG_RUN !== undefined
