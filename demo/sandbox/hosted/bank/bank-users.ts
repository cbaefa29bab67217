// User names by which a person or a test chooses what the bank does. Any other name signs in and pays.

export const bankUsers = { refused: 'refused', locked: 'locked', noMoney: 'no-money' } as const
