declare module '@adyen/adyen-web/styles/adyen.css'
