// Where the languages are. Imported before the elements: those that are in the page already are drawn as they are defined.
import { setLocaleSource } from './platform/browser-locales.ts'

/** The hash of the languages' index, written here by the build. */
declare const LOCALES_INTEGRITY: string

// An element named "currentScript" could stand in its place. A module has none; the stack of an error names its address.
const { currentScript } = document
const src =
  currentScript instanceof HTMLScriptElement
    ? currentScript.src
    : /\w+:\/\/\S+?(?=:\d+:\d+\)?$)/m.exec(`${new Error().stack}`)?.[0]
if (src) setLocaleSource({ base: new URL('locales/', src).href, integrity: LOCALES_INTEGRITY })
