import { allJourneys } from './all-journeys.ts'
import { journeysIn } from './support/journey.ts'

journeysIn('chromium', allJourneys)
