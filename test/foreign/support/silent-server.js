// A server that takes requests and never answers, and that does not end when it is asked to. It writes its process id down.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

writeFileSync(process.env.PID_FILE ?? 'pid', String(process.pid))
process.on('SIGTERM', () => undefined)
createServer(() => undefined).listen(Number(process.env.PORT), '127.0.0.1')
