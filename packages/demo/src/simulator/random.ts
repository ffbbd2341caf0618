/** A stream of random numbers that depends only on its seed and its name. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** A positive number whose logarithm is normal; half of the values are below the median. */
  lognormal(median: number, sigma: number): number;
  /** Lowercase hexadecimal digits. */
  hex(bytes: number): string;
}

export function randomOf(seed: number, name: string, at: number): Random {
  let state = mix(hashOf(name) ^ mix(seed) ^ mix(at / 1000) ^ mix(Math.floor(at / 2 ** 32)));
  const bits = () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state);
  };
  const next = () => bits() / 2 ** 32;
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    lognormal: (median, sigma) =>
      median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    hex: (bytes) => {
      let digits = "";
      while (digits.length < bytes * 2) digits += bits().toString(16).padStart(8, "0");
      return digits.slice(0, bytes * 2);
    },
  };
}

/** One random number from 0 to 1 for a name and a time. */
export function noise(seed: number, name: number, at: number): number {
  return mix(name ^ mix(seed) ^ mix(at / 1000)) / 2 ** 32;
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
