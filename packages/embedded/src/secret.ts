import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";

/** The secret in `file`. It is created on first use and only its owner can read it. */
export async function keptSecret(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept !== "") return kept.trim();
  const secret = randomBytes(24).toString("base64url");
  // Write to another name and rename, because a crash must not leave an empty file.
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  return secret;
}
