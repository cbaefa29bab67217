// A German page loads its texts in every way of loading the script.
import { expect, test } from './support/shared-world.ts'

const element = '<payin-checkout endpoint="/checkout" order="A-1" lang="de"></payin-checkout>'

for (const [loaded, html] of [
  ['after the element', `${element}<script src="/payin-checkout.js"></script>`],
  ['before the element', `<script src="/payin-checkout.js"></script>${element}`],
  ['behind the element, async', `${element}<script src="/payin-checkout.js" async></script>`],
  ['as a module', `<script type="module" src="/payin-checkout.js"></script>${element}`],
  ['by an import', `${element}<script type="module">import '/payin-checkout.js?v=1'</script>`],
  [
    'in the place of an element that is called currentScript',
    `<img name="currentScript"><img name="currentScript">${element}<script src="/payin-checkout.js"></script>`,
  ],
] as const) {
  test(`a script that is loaded ${loaded} uses the page’s language`, async ({ page, world }) => {
    await page.route(`${world.shop}/german`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Laden</title><link rel="icon" href="data:,">${html}`,
      }),
    )
    await page.goto(`${world.shop}/german`)

    await expect(page.getByRole('button', { name: 'Jetzt bezahlen' })).toBeVisible()
  })
}
