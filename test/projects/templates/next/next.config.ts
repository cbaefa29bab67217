// next.config.ts
const merchant = process.env.MERCHANT_SERVER ?? 'http://localhost:4000'
const paths = ['/checkout/:path*', '/webhooks/:path*']

export default {
  async rewrites() {
    const server = paths.map((source) => ({ source, destination: merchant + source }))
    return { beforeFiles: [{ source: '/checkout/return', destination: '/return' }, ...server] }
  },
}
