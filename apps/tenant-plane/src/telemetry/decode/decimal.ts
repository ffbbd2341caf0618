/** Powers of ten by exponent. */
export const powers = Array.from({ length: 10 }, (_, places) => 10 ** places);
const maxPlaces = powers.length - 1;

/** This exponent marks a value that is stored as the raw bits of a double. */
export const bits = 127;

/** True when `value` equals `scaled / 10^places` exactly, with `scaled` a safe integer. */
function fits(value: number, places: number): boolean {
  const scaled = Math.round(value * (powers[places] as number));
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER && scaled / (powers[places] as number) === value;
}

export function scaledBy(value: number, places: number): number {
  return Math.round(value * (powers[places] as number));
}

/**
 * The number of decimal places to store a value with. Prefers `atLeast` or more, the places of the series so far; otherwise fewer.
 * Returns `bits` for values without a short decimal form: NaN, infinities, minus zero, long fractions.
 */
export function placesOf(value: number, atLeast: number): number {
  if (!Number.isFinite(value) || Object.is(value, -0)) return bits;
  for (let places = atLeast; places <= maxPlaces; places++) if (fits(value, places)) return places;
  for (let places = atLeast - 1; places >= 0; places--) if (fits(value, places)) return places;
  return bits;
}
