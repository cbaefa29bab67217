// What other programs may use of the sandbox: the command line, and tests of merchants.
export { parseSettings, type Setting, settingsIn, startMistake, variables } from './settings.ts'
export { type RunningSandbox, startSandbox } from './start-sandbox.ts'
