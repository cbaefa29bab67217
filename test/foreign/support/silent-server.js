// A server that never answers and ignores SIGTERM. It writes its process id to a file.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

writeFileSync(process.env.PID_FILE ?? 'pid', String(process.pid))
process.on('SIGTERM', () => undefined)
createServer(() => undefined).listen(Number(process.env.PORT), '127.0.0.1')
