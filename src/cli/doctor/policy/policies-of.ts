import { headerOf } from '../http/answer.ts'
import type { Page } from '../page/page.ts'
import { type Policy, parsePolicies } from './policy.ts'

/** The policies that browsers enforce in a page, from its headers and its HTML. Report-only policies are not included. */
export function policiesOf({ answer, elements }: Page): Policy[] {
  const inHeader = parsePolicies(headerOf(answer, 'content-security-policy') ?? '', null)
  const inPage = elements.flatMap(({ name, attributes, isInHead, line }) =>
    name === 'meta' &&
    isInHead &&
    attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy'
      ? parsePolicies(attributes.get('content') ?? '', line ?? 1)
      : [],
  )
  return [...inHeader, ...inPage]
}
