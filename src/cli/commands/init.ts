// `payin-checkout init`
import { Command } from 'commander'
import type { MakeCommand } from '../command.ts'
import type { InitOptions } from '../init/run-init.ts'

const helpText = `
Init writes the files of a small shop that takes a payment: the server's part, the table of orders, a page and .env.example.
It changes no file that is there. What is not given is asked, with what package.json has as the default.
  npx payin-checkout init --framework express --client knex
  npx payin-checkout init --yes
Frameworks: next, sveltekit, fastify, express, hono, node. Clients: prisma, drizzle, kysely, knex, pg, pglite.
A folder with a tsconfig.json gets TypeScript; any other gets JavaScript, which Node runs without a build.
Exit code: 0 the files are there, 2 nothing was written.`

export const initCommand: MakeCommand = (terminal) =>
  new Command('init')
    .description('write the files of a shop: server, table, page')
    .option('--framework <name>', 'the framework of your server')
    .option('--client <name>', 'the client of your database')
    .option('--yes', 'ask nothing: take what package.json has')
    .option('--dir <folder>', 'the folder of your project', '.')
    .addHelpText('after', helpText)
    .action(async (options: InitOptions) => {
      const { runInit } = await import('../init/run-init.ts')
      await runInit(options, terminal)
    })
