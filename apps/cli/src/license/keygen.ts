import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { newSigningKey } from "@opsplane/licensing";
import { CommandError, type Io, parsed, required } from "../command.ts";
import { reasonOf, writeNewFile } from "../files.ts";

/** Creates a pair of keys. It never replaces a key, because licenses of the old one would become invalid. */
export async function keygen(args: string[], io: Io): Promise<number> {
  const { values } = parsed(args, { out: { type: "string" } }, 0);
  const folder = required(values.out, "out");
  const [privatePath, publicPath] = [join(folder, "private.pem"), join(folder, "public.pem")];
  for (const path of [privatePath, publicPath]) await assertAbsent(path);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new CommandError(`The folder '${folder}' cannot be created: ${reasonOf(error)}.`);
  });
  const { kid, privatePem, publicPem } = await newSigningKey();
  await writeNewFile(privatePath, privatePem, 0o600);
  await writeNewFile(publicPath, publicPem, 0o644);
  io.print(
    `The key ${kid} is ready.\n\n` +
      `  ${privatePath}   signs licenses; keep it secret\n` +
      `  ${publicPath}   verifies them; this is CP_LICENSE_PUBLIC_KEY`,
  );
  return 0;
}

async function assertAbsent(path: string): Promise<void> {
  const found = await lstat(path).then(
    () => true,
    () => false,
  );
  if (found) throw new CommandError(`The file '${path}' exists already and is not overwritten.`);
}
