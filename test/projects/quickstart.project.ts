// docs/quickstart.md as a newcomer follows it: an empty folder, the packed package, the three files and the three commands.
// Only the ports are others, so that the test can run beside anything.
import { hostedPage } from '../journeys/support/shopper.ts'
import { type Child, startChild } from '../support/child.ts'
import { blocksOf } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { expect, type FreshProject, test } from './fresh-project.ts'
import { tarball } from './pack.ts'

const blocks = blocksOf('docs/quickstart.md')
const block = (language: string) => blocks.find((each) => each.language === language)?.code ?? ''
const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code.trim())

/** A command of the document. */
const start = ({ folder: cwd, env }: FreshProject, command: string): Child => {
  const [program = '', ...args] = command.split(' ')
  return startChild(program, args, { cwd, env, detached: true })
}

test('the quickstart leads to a paid order', async ({ project, page }) => {
  const [shopPort, sandboxPort] = [await freePort(), await freePort()]
  const withPorts = (text: string) =>
    text.replaceAll('4000', `${shopPort}`).replaceAll('4100', `${sandboxPort}`)
  expect(commands).toHaveLength(3)
  const [install = '', sandbox = '', shop = ''] = commands
  expect(
    project.run(
      'npm',
      ...install
        .split(' ')
        .slice(1)
        .map((name) => name.replace(/^payin-checkout$/, tarball)),
    ).status,
  ).toBe(0)
  for (const [file, language] of [
    ['orders.sql', 'sql'],
    ['shop.mjs', 'mjs'],
    ['page.html', 'html'],
  ] as const)
    project.write(file, withPorts(block(language)))
  Object.assign(project.env, { PORT: String(shopPort), SANDBOX_PORT: String(sandboxPort) })

  const running = [start(project, sandbox)]
  try {
    await running[0]?.printed(`:${sandboxPort}/sandbox`)
    const served = start(project, shop)
    running.push(served)
    await served.printed('The shop is at')
    const noise: string[] = []
    page.on('console', (message) => noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(error.message))
    await page.goto(`http://localhost:${shopPort}`)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Pay €49.90' }).click()
    await hostedPage.pay(await opened)

    await expect(page.getByRole('heading', { name: 'Thank you for order 1001' })).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.locator('payin-checkout')).toContainText('Paid')
    await served.printed(/^Order 1001 is paid\./m)
    expect(noise).toEqual([])
  } finally {
    for (const { end } of running) await end()
  }
})
