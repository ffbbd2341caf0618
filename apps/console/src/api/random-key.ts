/** 28 random characters. `crypto.randomUUID` is missing where the console is served over plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, "0")).join("");
}
