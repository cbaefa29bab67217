// Entry of the script-tag build: one classic script that registers the elements.
import './define.ts'
import { setLocaleSource } from './platform/browser-locales.ts'

/** The hash of the languages' index, written here by the build. */
declare const LOCALES_INTEGRITY: string

// An element named "currentScript" could stand in its place.
const { currentScript } = document
if (currentScript instanceof HTMLScriptElement && currentScript.src) {
  setLocaleSource({ base: new URL('locales/', currentScript.src).href, integrity: LOCALES_INTEGRITY })
}
