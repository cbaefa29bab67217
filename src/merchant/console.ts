// What the merchant server writes to the console. The program that reads the output may end first, such as `head` or a log
// shipper. Without a listener for the error of the stream, the next line would end the process, and a payment with it.

let isOutliving = false

function outliveReaders(): void {
  if (isOutliving) return
  isOutliving = true
  // Not every runtime has these streams.
  const { stdout, stderr } = globalThis.process ?? {}
  for (const stream of [stdout, stderr]) stream?.on?.('error', () => undefined)
}

/** Writes a line of the log to the standard output. */
export function toConsole(line: string): void {
  outliveReaders()
  console.log(line)
}

/** Writes to the standard error what a person must read. An error is shown with its stack. */
export function toConsoleAsError(message: unknown): void {
  outliveReaders()
  console.error(message)
}
