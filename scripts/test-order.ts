// The order in which Vitest starts the files of tests. It knows how long a file takes only where it has run before. In a new
// clone it starts the largest files first: the random stories, which are small files that run for minutes, would come last, and
// each would keep one core busy while the others wait.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run for about a minute or longer. */
export const longFiles = [
  'test/money/money.property.test.ts',
  'test/money/cleaned.property.test.ts',
  'test/crash/payments.property.test.ts',
  'test/crash/every-await.test.ts',
  'test/unit/merchant/database-silent.test.ts',
]

/** Vitest's sequencer: the long files first, all others as Vitest would start them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files), ({ moduleId }) => moduleId)
  }
}

/** The same elements, those of long files first. @param pathOf the path of an element's file, absolute or relative */
export function longFirst<T>(elements: readonly T[], pathOf: (element: T) => string): T[] {
  const isLong = (element: T) => longFiles.some((end) => pathOf(element).endsWith(end))
  return [...elements.filter(isLong), ...elements.filter((element) => !isLong(element))]
}
