/** Few, so that the sweep leaves most of the service's rate and of the database's connections to the shoppers. */
const maxConcurrent = 4

/** Does work for each item, four at a time, in their order. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
}
