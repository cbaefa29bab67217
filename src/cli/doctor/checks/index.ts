// All checks, in the order of the report. A check reads the page or sends requests; it never changes anything at the shop.
import type { Check } from '../check-context.ts'
import { attributes } from './attributes.ts'
import { contentPolicy } from './content-policy.ts'
import { elements } from './elements.ts'
import { endpointAnswers } from './endpoint-answers.ts'
import { endpointCors } from './endpoint-cors.ts'
import { endpointHeaders } from './endpoint-headers.ts'
import { endpointLists } from './endpoint-lists.ts'
import { endpointSession } from './endpoint-session.ts'
import { frames } from './frames.ts'
import { languages } from './languages.ts'
import { pageAnswer } from './page-answer.ts'
import { returnPage } from './return-page.ts'
import { scriptCaching } from './script-caching.ts'
import { scriptFile } from './script-file.ts'
import { scriptIntegrity } from './script-integrity.ts'
import { scriptTag } from './script-tag.ts'
import { secretInPage } from './secret-in-page.ts'
import { webhooks } from './webhooks.ts'
import { windowPolicies } from './window-policies.ts'

export const checks: readonly Check[] = [
  pageAnswer,
  secretInPage,
  elements,
  attributes,
  scriptTag,
  scriptFile,
  scriptIntegrity,
  scriptCaching,
  languages,
  contentPolicy,
  windowPolicies,
  frames,
  endpointAnswers,
  endpointHeaders,
  endpointCors,
  endpointLists,
  endpointSession,
  returnPage,
  webhooks,
]
