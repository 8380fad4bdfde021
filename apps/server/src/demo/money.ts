/** Money is counted in whole cents, so that every sum is exact. */
export type Cents = number;

/** The database form: 1204.50 */
export const toDecimal = (cents: Cents): string => (cents / 100).toFixed(2);

export const toCents = (decimal: string): Cents => Math.round(Number(decimal) * 100);

/** The display form: $1,204.50 */
export const toDollars = (cents: Cents): string => {
  const [whole = "0", fraction] = toDecimal(cents).split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
};

export const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/** A percentage of an amount, rounded to the cent. */
export const share = (amount: Cents, percent: number): Cents => Math.round((amount * percent) / 100);
