// The address of the development server, with the path of the checkout.
if (process.env.NODE_ENV !== 'production') process.env.PUBLIC_URL ||= 'http://localhost:4000'
