import type { OtherTexts } from './en.ts'

export const de: OtherTexts = {
  transaction: {
    theMerchant: 'Der Händler',
    closeWindow: 'Sie können dieses Fenster schließen.',
    name: 'Name',
    otherAmount: 'Jeder andere Betrag',
  },
  payout: {
    title: (amount) => `${amount} erhalten`,
    amountLabel: 'Sie erhalten',
    correction: 'Etwas muss berichtigt werden. Es wurde nichts gesendet.',
    claimBefore: 'Abrufen bis',
    method: 'Über',
    chooseTitle: 'Wohin soll das Geld gehen?',
    methods: {
      bank_account: 'Bankkonto',
      crypto_transfer: 'Krypto-Wallet',
      service_wallet: 'Tidewell-Wallet',
    },
    methodNotes: {
      bank_account: 'Geben Sie die IBAN eines Kontos auf Ihren Namen ein.',
      crypto_transfer: 'Geben Sie eine Wallet-Adresse im Polygon-Netz ein.',
      service_wallet: 'Geben Sie die E-Mail-Adresse Ihrer Wallet ein.',
    },
    chooseMistake: 'Wählen Sie, wohin das Geld gehen soll.',
    bankTitle: 'Ihr Bankkonto',
    iban: 'IBAN',
    ibanHint: (example) => `Auf Ihrer Karte oder Ihrem Kontoauszug, zum Beispiel ${example}`,
    ibanMistakes: {
      empty: 'Geben Sie die IBAN Ihres Kontos ein.',
      characters: 'Eine IBAN hat nur Buchstaben von A bis Z und Ziffern.',
      country: 'Eine IBAN beginnt mit den zwei Buchstaben ihres Landes. Diese beiden kennen wir nicht.',
      format: 'In dieser IBAN steht ein Buchstabe, wo eine Ziffer hingehört, oder umgekehrt.',
      check_digits:
        'Diese IBAN hat einen Tippfehler: Die Prüfziffern passen nicht. Bitte vergleichen Sie jedes Zeichen.',
    },
    ibanLength: (country, expected, found) =>
      `Eine IBAN aus ${country} hat ${expected} Zeichen. Diese hat ${found}.`,
    holder: 'Kontoinhaber',
    holderHint: 'Der Name, den Ihre Bank kennt, höchstens 70 Zeichen.',
    holderMistake:
      'Geben Sie den Namen des Kontoinhabers ein: mindestens zwei Buchstaben, höchstens 70 Zeichen.',
    cryptoTitle: 'Ihre Krypto-Wallet',
    address: 'Wallet-Adresse',
    addressHint: 'Sie beginnt mit 0x und hat 42 Zeichen.',
    addressMistakes: {
      empty: 'Geben Sie Ihre Wallet-Adresse ein.',
      prefix: 'Die Adresse muss mit 0x beginnen.',
      characters: 'Nach 0x hat die Adresse nur die Ziffern 0 bis 9 und die Buchstaben A bis F.',
      length: 'Die Adresse muss 42 Zeichen haben, 0x eingeschlossen. Bitte kopieren Sie sie noch einmal.',
      nobody: 'Diese Adresse gehört niemandem. Dorthin gesendetes Geld wäre verloren.',
    },
    network: 'Netz',
    networkNote:
      'Verwenden Sie nur eine Adresse auf Polygon. In ein anderes Netz gesendetes Geld ist verloren.',
    checkTitle: 'Adresse prüfen',
    checkText:
      'Was an eine falsche Adresse geht, lässt sich nicht zurückholen. Vergleichen Sie sie mit der in Ihrer Wallet.',
    checkDone: 'Die Adresse stimmt',
    walletTitle: 'Ihre Tidewell-Wallet',
    email: 'E-Mail-Adresse',
    emailHint: 'Die Adresse, die Sie für Ihre Wallet verwenden.',
    emailMistake: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    givenTitle: 'Ist das richtig?',
    givenText: (merchant) => `${merchant} hat uns mitgeteilt, wohin Ihr Geld gehen soll.`,
    givenWrong: (merchant) => `Gehört das nicht Ihnen? Fahren Sie nicht fort und melden Sie es ${merchant}.`,
    givenDone: 'Ja, weiter',
    wholeAddress: 'Ganze Adresse zeigen',
    reviewTitle: 'Prüfen und bestätigen',
    reviewSentence: (amount, destination) => `Sie erhalten ${amount} an ${destination}.`,
    confirm: 'Bestätigen',
    refuse: 'Ich möchte dieses Geld nicht',
    refuseTitle: 'Dieses Geld ablehnen?',
    refuseText: (amount, merchant) =>
      `${amount} bleiben bei ${merchant}. Sie können das hier nicht rückgängig machen.`,
    refuseDone: 'Geld ablehnen',
    refuseBack: 'Nein, zurück',
    ended: {
      PROCESSING: {
        title: 'Ihr Geld ist unterwegs',
        text: 'Sie haben diese Auszahlung bestätigt. Hier ist nichts weiter zu tun.',
      },
      COMPLETED: { title: 'Geld gesendet', text: 'Diese Auszahlung ist erfolgt.' },
      FAILED: {
        title: 'Das Geld wurde nicht gesendet',
        text: 'Diese Auszahlung wurde abgelehnt oder war nicht möglich. Bitte fragen Sie den Händler, wenn Sie sie erwartet haben.',
      },
      EXPIRED: {
        title: 'Diese Auszahlung ist abgelaufen',
        text: 'Die Zeit zum Abrufen ist vorbei und es wurde nichts gesendet. Bitte bitten Sie den Händler um eine neue.',
      },
    },
    unknown: {
      title: 'Wir kennen diese Auszahlung nicht',
      text: 'Der Link ist vielleicht unvollständig, oder die Sandbox wurde neu gestartet. Bitte gehen Sie zurück zum Händler und versuchen Sie es noch einmal.',
    },
    magic: {
      fails: 'Scheitert nach der Bestätigung',
      expiresSoon: 'Kann nur eine Minute lang abgerufen werden',
      stays: 'Bleibt für immer unterwegs',
      otherwise: 'Wird gesendet',
      wallet: (email) => `Auch eine Wallet-Adresse wie ${email} lässt die Auszahlung scheitern.`,
    },
  },
  transfer: {
    title: (amount) => `${amount} per Banküberweisung zahlen`,
    stepsTitle: 'So geht es weiter',
    steps: [
      'Sie wählen Ihre Bank und melden sich dort an.',
      'Sie stimmen dieser einen Zahlung zu. Sonst wird nichts von Ihrem Konto genommen.',
      'Ihre Bank sendet sie meist innerhalb von 2 bis 3 Stunden. Der Empfänger sieht sie vielleicht erst bis zu 24 Stunden später.',
    ],
    start: 'Bank wählen',
    ended: {
      AUTHORIZED: {
        title: 'Zahlung freigegeben',
        text: 'Ihre Bank sendet sie meist innerhalb von 2 bis 3 Stunden. Der Empfänger sieht sie vielleicht erst bis zu 24 Stunden später.',
      },
      FAILED_INTENT: {
        title: 'Zahlung nicht freigegeben',
        text: 'Die Zahlung wurde abgebrochen oder von Ihrer Bank abgelehnt. Von Ihrem Konto geht kein Geld ab.',
      },
      INTENT: {
        title: 'Diese Zahlung ist nicht bereit',
        text: 'Sie wurde noch nicht begonnen. Bitte gehen Sie zurück zum Händler und versuchen Sie es noch einmal.',
      },
    },
    account: 'Vom Konto',
    openApp: 'Zurück zur App',
    magic: { fails: 'Die Bank lehnt ab', otherwise: 'Die Bank gibt frei' },
  },
  onRamp: {
    receives: 'Der Händler erhält',
    rate: 'Kurs',
    network: 'Netz',
    email: 'E-Mail',
    startTitle: 'Vom Bankkonto zahlen',
    startText:
      'Sie zahlen in Euro von Ihrer Bank. Wir tauschen sie um und senden dem Händler die Kryptowährung.',
    start: 'Bank wählen',
    progressTitle: 'Ihre Zahlung läuft',
    progressText: 'Sie können zusehen oder zurückgehen. Es geht ohne Sie weiter.',
    steps: {
      authorized: 'Zahlung freigegeben',
      received: 'Geld eingegangen',
      sent: 'Kryptowährung an den Händler gesendet',
    },
    stepDone: 'Erledigt',
    stepWaiting: 'Läuft',
    stepComing: 'Kommt noch',
    stepFailed: 'Nicht erfolgt',
    ended: {
      COMPLETED: {
        title: 'Zahlung abgeschlossen',
        text: 'Ihr Geld ist eingegangen und der Händler hat die Kryptowährung.',
      },
      FAILED_INTENT: {
        title: 'Zahlung nicht freigegeben',
        text: 'Die Zahlung wurde abgebrochen oder von Ihrer Bank abgelehnt. Von Ihrem Konto geht kein Geld ab.',
      },
      depositFailed: {
        title: 'Ihr Geld ist nicht angekommen',
        text: 'Sie haben der Zahlung zugestimmt, aber wir haben sie nicht erhalten. Bitte fragen Sie Ihre Bank, bevor Sie noch einmal zahlen.',
      },
      over: {
        title: 'Die Zeit für diese Zahlung ist vorbei',
        text: 'Sie hatten 15 Minuten, und es wurde nichts gezahlt. Bitte bitten Sie den Händler um einen neuen Link.',
      },
    },
    backToMerchant: 'Zurück zum Händler',
    link: {
      used: {
        title: 'Dieser Link wurde schon verwendet',
        text: 'Jeder Link öffnet sich einmal. Ist die Zahlung in einem anderen Fenster offen, machen Sie dort weiter. Sonst bitten Sie den Händler um einen neuen Link.',
      },
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Ein Link lässt sich 2 Minuten lang öffnen. Es wurde nichts gezahlt. Bitte bitten Sie den Händler um einen neuen Link.',
      },
      unknown: {
        title: 'Wir kennen diesen Link nicht',
        text: 'Er ist vielleicht unvollständig, oder die Sandbox wurde neu gestartet. Bitte bitten Sie den Händler um einen neuen Link.',
      },
    },
    magic: {
      fails: 'Die Bank lehnt ab',
      late: 'Das Geld kommt nicht an',
      stays: 'Das Geld kommt an, die Kryptowährung wird nie gesendet',
      otherwise: 'Wird gezahlt',
      email: (email) => `Auch wer eine E-Mail-Adresse wie ${email} hat, wird abgelehnt.`,
    },
  },
}
