'use client'

import 'payin-checkout/define'
import { useEffect, useState } from 'react'

/** Registers the elements in the browser, and shows when the payment is complete. */
export function Elements() {
  const [paid, setPaid] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    const showPaid = ({ detail }: CustomEvent<{ reference?: string | null }>) =>
      setPaid(detail.reference ?? '')
    document.querySelector('payin-checkout')?.addEventListener('payment-complete', showPaid, stop)
    return () => stop.abort()
  }, [])
  return <ol>{paid && <li>Order {paid} is paid.</li>}</ol>
}
