const units = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
const counts = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `812 B`, `1.2 kB`, `500 GB`: in thousands, as plans count them. */
export function byteText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  // 999.95 of a unit would be written as 1000 of it.
  while (amount >= 999.95 && unit < units.length - 1) [amount, unit] = [amount / 1000, unit + 1];
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}

/** `812`, `1.2K`, `3.4M`, `5bn`: a B beside bytes would be read as one of them. */
export function countText(count: number): string {
  return counts.format(count).replace("B", "bn");
}

/** `<1%`, `42%`, `130%`: nothing that is there is called nothing, and nothing short of the whole is called all of it. */
export function percentText(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return "<1%";
  return `${Math.floor(percent)}%`;
}
