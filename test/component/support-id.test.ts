// A shopper who asks for help can name the request that failed.
import { expect, test } from 'vitest'
import { aFault } from '../support/sessions.ts'
import { mount } from './mounted.ts'

async function refused(requestId?: string) {
  const mounted = mount()
  mounted.element.open()
  await mounted.ports.merchant.create.last.fail({ ...aFault('invalid'), ...(requestId && { requestId }) })
  return mounted
}

const line = ({ all }: Awaited<ReturnType<typeof refused>>) => all('[part=support]')[0]

test('an error names its request, isolated from the direction of the text around it', async () => {
  const shown = line(await refused('req_4f.9-A'))

  expect(shown?.textContent).toBe('Support ID req_4f.9-A')
  expect(shown?.querySelector('bdi')?.textContent).toBe('req_4f.9-A')
})

test('an error without an answer names none', async () => {
  expect(line(await refused())).toBeUndefined()
})

test('the next press begins without it', async () => {
  const mounted = await refused('req_1')
  await mounted.button('Try again').click()
  await mounted.ports.merchant.create.last.fail(aFault('invalid'))

  expect(line(mounted)).toBeUndefined()
})
