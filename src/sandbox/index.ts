// The sandbox's exports for the command line and for `payin-checkout/testing`. Nothing else imports from this folder.
export { durationExamples, formatDuration, parseDuration } from './duration.ts'
export { type FaultSettings, faultForms, faultKinds, faultSchema } from './faults/fault-schema.ts'
export { bankUsers } from './hosted/bank/bank-payment.ts'
export {
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
} from './hosted/payin/card.ts'
export { fill, type Texts, textsFor } from './hosted/texts/texts.ts'
export { operationIds } from './openapi/description.ts'
export { parseBody } from './openapi/validation.ts'
export { banks } from './service/banks.ts'
export {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from './service/statuses.ts'
export {
  envSettings,
  parseSettings,
  type Setting,
  startError,
  variables,
} from './settings.ts'
export { type RunningSandbox, startSandbox } from './start-sandbox.ts'
