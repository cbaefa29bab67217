// Properties that only our own code reads and writes. The script-tag build gives them short names.
//
// Do not list: fields of the protocol and of storage, attributes, events and their details, properties and methods
// of the elements, `state`, text keys, names that are looked up by a string, and names of the DOM, Preact
// or signals. `test/unit/scripts/internal-names.test.ts` checks this.

/** One name a property, in alphabetical order. */
export const internalNames: readonly string[] = [
  'againMs',
  'announce',
  'bankId',
  'canCreate',
  'canLook',
  'canPay',
  'caret',
  'eventPrefix',
  'focusField',
  'hasContent',
  'hasMore',
  'hasProblem',
  'isBusy',
  'isComplete',
  'isMissing',
  'isOpen',
  'isRunning',
  'kindOfSentences',
  'loadBanks',
  'loadingText',
  'newKey',
  'offersPhone',
  'onClosed',
  'onLinkNeeded',
  'onLost',
  'onPress',
  'onRead',
  'onRefused',
  'onShown',
  'onStuck',
  'onTrouble',
  'openBlank',
  'orderToPay',
  'prefersRedirect',
  'refuse',
  'serverNow',
  'shopperLang',
  'waitSeconds',
  'watchFront',
]
