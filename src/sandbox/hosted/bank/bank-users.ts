// User names that choose the bank's decision. Any other name signs in and pays.

export const bankUsers = { refused: 'refused', locked: 'locked', noMoney: 'no-money' } as const
