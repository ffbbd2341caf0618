import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

export interface PasswordCost {
  /** KiB of memory for one hash. */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
  parallelism: number;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash it checks a decoy, so that an unknown email takes as long as a wrong password. */
  check(password: string, stored: string | undefined): Promise<boolean>;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes. */
const strong: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The cost is an argument only for tests. No setting changes it. */
export function openPasswords(cost: PasswordCost = strong): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    check: async (password, stored) => {
      decoy ??= hash("nobody has this password", cost);
      const matches = await verify(stored ?? (await decoy), password).catch(() => false);
      return stored !== undefined && matches;
    },
  };
}

const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Twenty unambiguous characters in groups of five: about 115 bits. */
export function temporaryPassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]);
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join("")).join("-");
}
