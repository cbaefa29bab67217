// Next.js must not bundle this package: it loads files of its own.
export default { serverExternalPackages: ['knex'] }
