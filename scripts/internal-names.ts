// Properties that only our own code reads and writes. The script-tag build gives them short names.
//
// What must not stand here: names of the wire and of storage, attributes, events and their details, properties and methods
// of the elements, `state`, sentences, whatever is looked up by a string, and what the DOM, Preact or signals call
// something. `test/unit/scripts/internal-names.test.ts` reads them all; a new name goes into this list or into none.

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
