// A server that takes requests and never answers, on the port of its environment. It writes its process id beside itself.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

writeFileSync(process.env.PID_FILE ?? 'pid', String(process.pid))
createServer(() => undefined).listen(Number(process.env.PORT), '127.0.0.1')
