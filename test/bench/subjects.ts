// What the benchmarks of the browser compare: our element, and comparable ones.
import { fileURLToPath } from 'node:url'
import { cssTarget } from '../../scripts/css-target.ts'
import { smallest } from '../../scripts/smallest.ts'
import { bundleFile } from './bundle.ts'
import { builtScript, versionOf } from './import-shapes.ts'
import type { Subject } from './page/measure.ts'

/** The subjects with budgets. */
export const sameScreen = 'the same screen drawn by Preact and signals'
export const emptyElement = 'an empty element of Preact and signals'
export const adyenRedirect = `Redirect of @adyen/adyen-web ${versionOf('@adyen/adyen-web')}`

/** A file of `page/` as one classic script. */
export const bundlePart = (name: string) =>
  bundleFile(fileURLToPath(new URL(`page/${name}`, import.meta.url)), { format: 'iife', cssTarget })

/** Minified like our own script, so that both have the same to compile. */
async function peer(name: string, file: string, tag: string | null, hasButton = true): Promise<Subject> {
  const { script, styles } = await bundlePart(file)
  return { name, script: await smallest(script), styles, tag, hasButton }
}

/** Our element is the first. */
export async function subjects(): Promise<Subject[]> {
  return [
    { name: 'ours', script: builtScript(), styles: '', tag: 'payin-checkout', hasButton: true },
    await peer(sameScreen, 'same-screen.tsx', 'same-screen'),
    await peer(emptyElement, 'empty-element.ts', 'empty-element', false),
    await peer('a button in a shadow root, no library', 'vanilla-element.ts', 'vanilla-element'),
    await peer(adyenRedirect, 'adyen-redirect.ts', null),
  ]
}
