import { BadPublicKey, licenseState, type PublicKeys, readPublicKeys, verifyLicense } from "@opsplane/licensing";
import { CommandError, type Io, parsed, required } from "../command.ts";
import { readFile, readInput } from "../files.ts";
import { readTime } from "../times.ts";
import { describeLicense, json, licenseJson } from "./description.ts";

const options = {
  "public-key": { type: "string" },
  tenant: { type: "string" },
  at: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Checks a license. A locked one exits like an invalid one, because neither opens anything. */
export async function verify(args: string[], io: Io): Promise<number> {
  const {
    values,
    positionals: [path = ""],
  } = parsed(args, options, 1);
  const now = values.at === undefined ? io.now() : readTime(values.at);
  const keys = await keysFrom(required(values["public-key"], "public-key"));
  const verdict = await verifyLicense(await readInput(path, io), keys, values.tenant ?? null, now);
  if (!verdict.ok) {
    if (values.json) io.print(json({ valid: false, problem: verdict.problem, key_hint: verdict.hint }));
    else io.printError(`opsplane: The license is not valid. ${verdict.problem}`);
    return 1;
  }
  const { claims, hint } = verdict;
  if (values.json) io.print(json({ valid: true, key_hint: hint, ...licenseJson(claims, now) }));
  else io.print(`The license is valid.\n\n${describeLicense(claims, now)}`);
  return licenseState(claims, now).state === "locked" ? 1 : 0;
}

async function keysFrom(path: string): Promise<PublicKeys> {
  return readPublicKeys(await readFile(path)).catch((error: unknown) => {
    throw error instanceof BadPublicKey ? new CommandError(`The file '${path}' is refused. ${error.message}`) : error;
  });
}
