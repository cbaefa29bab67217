import type { ReactNode } from 'react'

export const metadata = { title: 'A fresh Next.js project', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
