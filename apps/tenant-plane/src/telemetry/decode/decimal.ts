/** Of ten, by exponent. */
export const powers = Array.from({ length: 10 }, (_, places) => 10 ** places);
const maxPlaces = powers.length - 1;

/** The exponent that says: not a decimal number, these are the bits of a double. */
export const bits = 127;

/** Whether a value is exactly `scaled / 10^places` with a whole number that a double holds exactly. */
function fits(value: number, places: number): boolean {
  const scaled = Math.round(value * (powers[places] as number));
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER && scaled / (powers[places] as number) === value;
}

export function scaledBy(value: number, places: number): number {
  return Math.round(value * (powers[places] as number));
}

/**
 * The decimal places to store a value with: at least as many as the series had so far if that goes, else as few as do. `bits` for
 * what is no decimal number of a sensible length: NaN, infinities, minus zero, long fractions.
 */
export function placesOf(value: number, atLeast: number): number {
  if (!Number.isFinite(value) || Object.is(value, -0)) return bits;
  for (let places = atLeast; places <= maxPlaces; places++) if (fits(value, places)) return places;
  for (let places = atLeast - 1; places >= 0; places--) if (fits(value, places)) return places;
  return bits;
}
