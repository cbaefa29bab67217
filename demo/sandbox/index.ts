// What other programs may use of the sandbox: the command line, and tests of merchants.
export { bankUsers } from './hosted/bank/bank-users.ts'
export {
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
} from './hosted/payin/card.ts'
export { type Texts, textsFor } from './hosted/texts/texts.ts'
export { banks } from './service/banks.ts'
export { parseSettings, type Setting, settingsIn, startMistake, variables } from './settings.ts'
export { type RunningSandbox, startSandbox } from './start-sandbox.ts'
