// The widget prefers a redirect on phones.
Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Safari/604.1' })
