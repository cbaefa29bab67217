// The return page: its element reads the session from the same endpoint as the shop's page.
import { answerEndpoint } from './endpoint.js'

answerEndpoint()
