// A mistake of a merchant, and the check that doctor reports exactly one finding for it.
import { expect } from 'vitest'
import { documents } from '../../../../src/cli/doctor/finding.ts'
import type { DoctorOptions } from '../../../../src/cli/doctor/run-doctor.ts'
import { diagnoseShop, html, pageOf, type Routes, scriptTag, version } from './small-shop.ts'

export interface Mistake {
  readonly title: string
  readonly routes: Routes
  readonly found: string
  /** A part of the suggested change. */
  readonly change: string
  readonly options?: DoctorOptions
}

/** The shop with another page. */
export const page = (
  body: string,
  headers: Readonly<Record<string, string>> = {},
  head = scriptTag,
): Routes => ({
  'GET /': html(pageOf(body, head), headers),
})
/** The shop with an element of these attributes. */
export const checkout = (attributes: string) => page(`<payin-checkout ${attributes}></payin-checkout>`)
export const right = 'endpoint="/checkout" order="A-1001"'
export const versioned = (integrity: string) =>
  `<script src="/payin-checkout-${version}.js" integrity="${integrity}" crossorigin="anonymous" async></script>`

/** Runs doctor on the shop with the mistake, and checks its findings. */
export async function isFoundAlone({ routes, found, change, options }: Mistake): Promise<void> {
  const diagnosis = await diagnoseShop(routes, options)
  expect(diagnosis.wrong).toEqual([found])
  const finding = diagnosis.one(found)
  expect(finding.change).toContain(change)
  expect(Object.values(documents)).toContain(finding.document)
  expect(diagnosis.exitCode).toBe(finding.level === 'problem' ? 1 : 0)
}
