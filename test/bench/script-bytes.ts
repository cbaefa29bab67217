// Download sizes: the script, and each import as bundled by a merchant. Compared with other checkouts in
// the same shape, from the same bundler. Bytes do not depend on the machine; a test checks the budgets too.
import { sizeBudgets } from '../../scripts/size-budgets.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { type Bytes, bundle, bytesOf } from './bundle.ts'
import { builtScript, exportedShapes, type Peer, peers, used, versionOf } from './import-shapes.ts'

const thousands = (bytes: number) => String(bytes).replace(/\B(?=(\d{3})+$)/g, ' ')

const textOf = ({ brotli, gzip }: Bytes) => `${thousands(brotli)} B brotli, ${thousands(gzip)} B gzip`

function budgetRow(shape: keyof typeof sizeBudgets, bytes: Bytes): Row {
  const budget = sizeBudgets[shape]
  return {
    benchmark: shape,
    ours: textOf(bytes),
    comparedWith: `its budget, ${thousands(budget)} B brotli`,
    ratio: bytes.brotli / budget,
    budget: { atMost: 1 },
  }
}

async function peerRow(ours: Bytes, { name, code, remark }: Peer): Promise<Row> {
  const theirs = bytesOf(await bundle(used(code)))
  return {
    benchmark: 'payin-checkout.js beside others',
    ours: textOf(ours),
    comparedWith: `${name} ${versionOf(name)}, ${textOf(theirs)}: ${remark}`,
    ratio: ours.brotli / theirs.brotli,
    budget: null,
  }
}

export const scriptBytes: Benchmark = async (_scale, report) => {
  report('bundling each import')
  const script = bytesOf({ script: builtScript(), styles: '' })
  const rows = [budgetRow('payin-checkout.js', script)]
  for (const { code, external } of exportedShapes())
    rows.push(budgetRow(code, bytesOf(await bundle(used(code), { external }))))
  for (const peer of peers) rows.push(await peerRow(script, peer))
  return rows
}
