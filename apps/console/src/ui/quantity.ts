const units = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
const counts = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `812 B`, `1.2 kB`, `500 GB`: decimal units, as in plans. */
export function byteText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  // From 999.95 on, rounding would give 1000 of the unit.
  while (amount >= 999.95 && unit < units.length - 1) [amount, unit] = [amount / 1000, unit + 1];
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}

/** `812`, `1.2K`, `3.4M`, `5bn`: a `B` could be read as bytes. */
export function countText(count: number): string {
  return counts.format(count).replace("B", "bn");
}

/** `<1%`, `42%`, `130%`: only zero is written as 0%, and only the whole as 100%. */
export function percentText(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return "<1%";
  return `${Math.floor(percent)}%`;
}
