import { journeysIn } from './support/journey.ts'

journeysIn('webkit')
