// The side of a measured process: it runs the bench's commands, with one answer for each message.

/** Each takes at most one JSON argument, and returns a JSON value. */
export type Commands = Record<string, (argument: never) => unknown>

/** A command of the bench. */
export interface Question {
  readonly id: number
  readonly command: string
  readonly argument: unknown
}

/** `id` of the command; 0 for the first message, which reports that the process is ready. */
export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Answers the bench until it ends. If the bench is killed, even with SIGKILL, this process ends too. */
export function answerBench(commands: Commands): void {
  process.once('disconnect', () => process.exit(0))
  process.on('message', async ({ id, command, argument }: Question) => {
    try {
      const value = await commands[command]?.(argument as never)
      send({ id, value })
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  send({ id: 0 })
}

function send(answer: Answer): void {
  if (process.connected) process.send?.(answer)
}
