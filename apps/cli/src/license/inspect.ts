import { inspectLicense } from "@opsplane/licensing";
import { type Io, parsed } from "../command.ts";
import { readInput } from "../files.ts";
import { describeLicense, json, licenseJson } from "./description.ts";

/** Shows a license without checking its signature. */
export async function inspect(args: string[], io: Io): Promise<number> {
  const {
    values,
    positionals: [path = ""],
  } = parsed(args, { json: { type: "boolean" } }, 1);
  const license = inspectLicense(await readInput(path, io));
  if ("problem" in license) {
    if (values.json) io.print(json({ verified: false, problem: license.problem }));
    else io.printError(`opsplane: ${license.problem}`);
    return 1;
  }
  const { header, claims } = license;
  const now = io.now();
  if (values.json) io.print(json({ verified: false, header, ...licenseJson(claims, now) }));
  else
    io.print(
      `Not verified: anyone can write such a text. Check its signature with 'opsplane license verify'.\n\n` +
        `  header      alg ${header.alg}, typ ${header.typ ?? "none"}, kid ${header.kid ?? "none"}\n` +
        describeLicense(claims, now),
    );
  return 0;
}
