declare module '*.vue' {
  const page: import('vue').Component
  export default page
}
