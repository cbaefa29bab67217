export default function Page() {
  return <h1>Your order</h1>
}
