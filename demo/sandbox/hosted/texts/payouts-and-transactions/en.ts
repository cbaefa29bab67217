// English, and the shape that every other language has: payouts, bank transfers and the on-ramp. What goes into a
// sentence (an amount, a host, an account) comes ready formatted and set apart from the text's direction.

export const en = {
  transaction: {
    theMerchant: 'The merchant',
    closeWindow: 'You can close this window.',
    name: 'Name',
    otherAmount: 'Any other amount',
  },
  payout: {
    title: (amount: string) => `Receive ${amount}`,
    amountLabel: 'You receive',
    correction: 'Something needs a correction. Nothing has been sent.',
    claimBefore: 'Claim before',
    method: 'By',
    chooseTitle: 'Where should the money go?',
    methods: {
      bank_account: 'Bank account',
      crypto_transfer: 'Crypto wallet',
      service_wallet: 'Tidewell wallet',
    },
    methodNotes: {
      bank_account: 'Enter the IBAN of an account in your name.',
      crypto_transfer: 'Enter a wallet address on the Polygon network.',
      service_wallet: 'Enter the e-mail address of your wallet.',
    },
    chooseMistake: 'Choose where the money should go.',
    bankTitle: 'Your bank account',
    iban: 'IBAN',
    ibanHint: (example: string) => `On your card or statement, for example ${example}`,
    ibanMistakes: {
      empty: 'Enter the IBAN of your account.',
      characters: 'An IBAN has letters from A to Z and digits only.',
      country: 'An IBAN begins with the two letters of its country. We do not know these two.',
      format: 'This IBAN has a letter where a digit belongs, or the other way round.',
      check_digits:
        'This IBAN has a typing mistake: its check digits do not fit. Please compare every character.',
    },
    ibanLength: (country: string, expected: string, found: string) =>
      `An IBAN from ${country} has ${expected} characters. This one has ${found}.`,
    holder: 'Account holder',
    holderHint: 'The name that your bank knows, at most 70 characters.',
    holderMistake:
      'Enter the name of the account holder, with at least two letters and at most 70 characters.',
    cryptoTitle: 'Your crypto wallet',
    address: 'Wallet address',
    addressHint: 'It begins with 0x and has 42 characters.',
    addressMistakes: {
      empty: 'Enter your wallet address.',
      prefix: 'The address must begin with 0x.',
      characters: 'After 0x, the address has the digits 0 to 9 and the letters A to F only.',
      length: 'The address must have 42 characters, 0x included. Please copy it again.',
      nobody: 'This address belongs to nobody. Money sent to it would be lost.',
    },
    network: 'Network',
    networkNote: 'Use an address on Polygon only. Money sent to another network is lost.',
    checkTitle: 'Check the address',
    checkText:
      'What is sent to a wrong address cannot be brought back. Compare it with the one in your wallet.',
    checkDone: 'The address is right',
    walletTitle: 'Your Tidewell wallet',
    email: 'E-mail address',
    emailHint: 'The one you use for your wallet.',
    emailMistake: 'Enter an e-mail address, such as name@example.com.',
    givenTitle: 'Is this right?',
    givenText: (merchant: string) => `${merchant} has told us where to send your money.`,
    givenWrong: (merchant: string) => `Is this not yours? Do not continue, and tell ${merchant}.`,
    givenDone: 'Yes, continue',
    wholeAddress: 'Show the whole address',
    reviewTitle: 'Check and confirm',
    reviewSentence: (amount: string, destination: string) => `You will receive ${amount} to ${destination}.`,
    confirm: 'Confirm',
    refuse: 'I do not want this money',
    refuseTitle: 'Refuse this money?',
    refuseText: (amount: string, merchant: string) =>
      `${amount} stays with ${merchant}. You cannot undo this here.`,
    refuseDone: 'Refuse the money',
    refuseBack: 'No, go back',
    ended: {
      PROCESSING: {
        title: 'Your money is on its way',
        text: 'You have confirmed this payout. There is nothing more to do here.',
      },
      COMPLETED: { title: 'Money sent', text: 'This payout has been made.' },
      FAILED: {
        title: 'The money was not sent',
        text: 'This payout was refused or could not be made. Please ask the merchant if you expected it.',
      },
      EXPIRED: {
        title: 'This payout has expired',
        text: 'The time to claim the money is over and nothing was sent. Please ask the merchant for a new one.',
      },
    },
    unknown: {
      title: 'We do not know this payout',
      text: 'The link may be incomplete, or the sandbox was restarted. Please go back to the merchant and try again.',
    },
    magic: {
      fails: 'Fails after you confirm',
      expiresSoon: 'Can be claimed for one minute only',
      stays: 'Stays on its way for ever',
      otherwise: 'Is sent',
      wallet: (email: string) => `A wallet address such as ${email} makes the payout fail as well.`,
    },
  },
  transfer: {
    title: (amount: string) => `Pay ${amount} by bank transfer`,
    stepsTitle: 'What happens next',
    steps: [
      'You choose your bank and log in there.',
      'You agree to this one payment. Nothing else is taken from your account.',
      'Your bank usually sends it within 2 to 3 hours. The recipient may see it up to 24 hours later.',
    ],
    start: 'Choose your bank',
    ended: {
      AUTHORIZED: {
        title: 'Payment authorised',
        text: 'Your bank usually sends it within 2 to 3 hours. The recipient may see it up to 24 hours later.',
      },
      FAILED_INTENT: {
        title: 'Payment not authorised',
        text: 'The payment was cancelled or your bank refused it. No money leaves your account.',
      },
      INTENT: {
        title: 'This payment is not ready',
        text: 'It has not been started. Please go back to the merchant and try again.',
      },
    },
    account: 'From account',
    openApp: 'Return to the app',
    magic: { fails: 'The bank refuses', otherwise: 'The bank authorises' },
  },
  onRamp: {
    receives: 'The merchant receives',
    rate: 'Rate',
    network: 'Network',
    email: 'E-mail',
    startTitle: 'Pay from your bank account',
    startText: 'You pay in euros from your bank. We change them and send the crypto to the merchant for you.',
    start: 'Choose your bank',
    progressTitle: 'Your payment is under way',
    progressText: 'You can stay and watch, or go back. It carries on without you.',
    steps: {
      authorized: 'Payment authorised',
      received: 'Money received',
      sent: 'Crypto sent to the merchant',
    },
    stepDone: 'Done',
    stepWaiting: 'In progress',
    stepComing: 'To come',
    stepFailed: 'Not done',
    ended: {
      COMPLETED: {
        title: 'Payment complete',
        text: 'Your money has arrived and the merchant has the crypto.',
      },
      FAILED_INTENT: {
        title: 'Payment not authorised',
        text: 'The payment was cancelled or your bank refused it. No money leaves your account.',
      },
      depositFailed: {
        title: 'Your money has not arrived',
        text: 'You have agreed to the payment, but we have not received it. Please ask your bank before you pay again.',
      },
      over: {
        title: 'The time for this payment is over',
        text: 'You had 15 minutes and nothing was paid. Please ask the merchant for a new link.',
      },
    },
    backToMerchant: 'Back to merchant',
    link: {
      used: {
        title: 'This link has been used',
        text: 'Each link opens once. If the payment is open in another window, carry on there. Otherwise ask the merchant for a new link.',
      },
      expired: {
        title: 'This link has expired',
        text: 'A link can be opened for 2 minutes. Nothing was paid. Please ask the merchant for a new link.',
      },
      unknown: {
        title: 'We do not know this link',
        text: 'It may be incomplete, or the sandbox was restarted. Please ask the merchant for a new link.',
      },
    },
    magic: {
      fails: 'The bank refuses',
      late: 'The money does not arrive',
      stays: 'The money arrives, the crypto is never sent',
      otherwise: 'Is paid',
      email: (email: string) => `A user with an e-mail address such as ${email} is refused as well.`,
    },
  },
}

/** What each language's file holds. */
export type OtherTexts = typeof en
