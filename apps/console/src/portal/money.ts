/** `$1,250.00`: amounts are whole cents. */
export function moneyText(cents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}

/** `+$20.00`, `-$20.00` or `no change`. */
export function differenceText(before: number, after: number, currency: string): string {
  if (before === after) return "no change";
  return `${after > before ? "+" : "-"}${moneyText(Math.abs(after - before), currency)}`;
}

/** The cents of an amount as people write it, such as `1250` or `12.50`; undefined if it is not an amount. */
export function centsOf(written: string): number | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(written.trim());
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
