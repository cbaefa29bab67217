// examples/ as a merchant follows their READMEs: an empty folder, the packed package, and the commands as they stand. Only the
// ports are others, so that the test can run beside anything.
import { readdirSync } from 'node:fs'
import { isSkipped } from '../foreign/support/programs.ts'
import { hostedPage } from '../journeys/support/shopper.ts'
import { type Child, startChild } from '../support/child.ts'
import { blocksOf } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { expect, type FreshProject, test } from './fresh-project.ts'
import { tarball } from './pack.ts'

const commandsOf = (language: string) =>
  blocksOf(`examples/${language}/README.md`)
    .filter((block) => block.language === 'sh')
    .map(({ code }) => code)

/** The same text with a free port for each port of the document. */
async function freePorts(): Promise<(text: string) => string> {
  const ports = new Map<string, string>()
  for (const port of ['4000', '4001', '4100', '4101']) ports.set(port, String(await freePort()))
  return (text) => text.replace(/\b4[01]0[01]\b/g, (port) => ports.get(port) ?? port)
}

function replaceIn(project: FreshProject, withPorts: (text: string) => string): void {
  for (const file of readdirSync(project.folder))
    if (/\.(php|go)$/.test(file)) project.write(file, withPorts(project.read(file)))
}

for (const language of ['php', 'go'] as const)
  test.describe(`the example in ${language}`, () => {
    test.skip(isSkipped(language), `${language} is not installed`)

    test('leads to a paid order, and verify finds nothing wrong', async ({ project, page }) => {
      test.setTimeout(300_000)
      const withPorts = await freePorts()
      const commands = commandsOf(language)
      expect(commands).toHaveLength(4)
      const [install = '', sandbox = '', shop = '', verify = ''] = commands.map(withPorts)
      const installed = project.run('sh', '-ec', install.replace('payin-checkout\n', `${tarball}\n`))
      expect(installed.status, installed.output).toBe(0)
      replaceIn(project, withPorts)
      project.env.SANDBOX_PORT = withPorts('4100')

      const running: Child[] = []
      const start = (command: string) => {
        const { folder: cwd, env } = project
        const started = startChild('sh', ['-c', command], { cwd, env, detached: true })
        running.push(started)
        return started
      }
      try {
        const service = start(sandbox)
        await service.printed(`:${withPorts('4100')}/sandbox`)
        const served = start(shop)
        const address = withPorts('http://127.0.0.1:4000')
        const answers = () => fetch(address).then((answer) => answer.status, served.output)
        await expect.poll(answers, { timeout: 120_000 }).toBe(200)
        const noise: string[] = []
        page.on('console', (message) => noise.push(message.text()))
        page.on('pageerror', (error) => noise.push(error.message))
        await page.goto(address)
        const opened = page.waitForEvent('popup')
        await page.getByRole('button', { name: 'Pay €49.90' }).click()
        await hostedPage.pay(await opened)

        await expect(page.getByRole('heading', { name: 'Thank you for order A-1001' })).toBeVisible({
          timeout: 20_000,
        })
        await expect(page.locator('payin-checkout')).toContainText('Paid')
        const paid = await fetch(`${address}/orders/A-1001/paid`)
        expect(await paid.json()).toEqual({ paid: true, times: 1 })
        expect(noise).toEqual([])

        const verified = start(verify)
        expect((await verified.ended).code, verified.output()).toBe(0)
        expect(verified.output()).toMatch(/\d\d held, 0 broken, [12] not offered, 0 not checked/)
      } finally {
        for (const { end } of running) await end()
      }
    })
  })
