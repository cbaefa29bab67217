// The whole gallery, in the order in which a shopper could see the screens.
import { beforePaying } from './stories/before-paying.ts'
import { banks, choosing } from './stories/choosing.ts'
import { ends, refusals } from './stories/ends.ts'
import { faults } from './stories/faults.ts'
import { legacy, payouts } from './stories/other-kinds.ts'
import { returnPages } from './stories/return-pages.ts'
import { whilePaying } from './stories/while-paying.ts'
import type { Chapter, Story } from './story.ts'

export const chapters: readonly Chapter[] = [
  beforePaying,
  choosing,
  banks,
  whilePaying,
  ends,
  refusals,
  faults,
  payouts,
  legacy,
  returnPages,
]

export const stories: readonly Story[] = chapters.flatMap((chapter) => chapter.stories)

/** The story with a name. */
export function findStory(name: string | null): Story | undefined {
  return stories.find((story) => story.name === name)
}
