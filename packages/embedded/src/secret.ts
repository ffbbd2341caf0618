import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";

/** The secret kept in `file`, made on first use and readable by its owner only. */
export async function keptSecret(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept !== "") return kept.trim();
  const secret = randomBytes(24).toString("base64url");
  // Written aside and renamed: a crash in between leaves no empty file under this name.
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
