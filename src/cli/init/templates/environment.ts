// Reads the file .env. The checkout takes its settings from the environment; without any, the sandbox is the payment service.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile()
