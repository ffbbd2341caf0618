/** The total of a list. An estimate is rounded, because its last digits mean nothing. */
export function totalText(total: number, estimated = false): string {
  if (!estimated) return total.toLocaleString("en");
  const step = 10 ** Math.max(0, Math.floor(Math.log10(total)) - 1);
  return `about ${(Math.round(total / step) * step).toLocaleString("en")}`;
}
