import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// OWASP's first choice for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Without a stored hash a decoy is checked, so an unknown email takes as long as a wrong password. */
export async function checkPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hash("nobody has this password", cost);
  const matches = await verify(stored ?? (await decoy), password).catch(() => false);
  return stored !== undefined && matches;
}

/** Twenty characters that are not mistaken for one another, in groups of five: about 115 bits. */
export function temporaryPassword(): string {
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]);
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join("")).join("-");
}
