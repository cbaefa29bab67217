export default function Page() {
  return <h1>Details</h1>
}
