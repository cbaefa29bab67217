// The side of a measured process: it does what the bench asks, one message, one answer.

/** Each takes at most one argument that JSON can carry, and gives such a value. */
export type Commands = Record<string, (argument: never) => unknown>

/** A question of the bench. */
export interface Question {
  readonly id: number
  readonly command: string
  readonly argument: unknown
}

/** `id` of the question; of the first message, which says that the process is ready, it is 0. */
export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Answers the bench until it goes. Whoever kills the bench kills this process too, even with SIGKILL. */
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
