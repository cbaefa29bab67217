/** Few, so that the sweep leaves most of the service's rate and of the database's connections to the shoppers. */
const maxConcurrent = 4

/**
 * Does work for each item, four at a time, in their order. After a failure no further work is begun.
 * @throws what failed first, when all work that was begun has ended
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const failures: unknown[] = []
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined && failures.length === 0; item = rest.shift())
      await work(item).catch((error) => failures.push(error))
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  if (failures.length > 0) throw failures[0]
}
