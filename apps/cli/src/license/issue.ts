import { isPlanId, type Limits, limitNames, planIds } from "@opsplane/contract";
import { BadLicenseRequest, BadSigningKey, issueLicense, readSigningKey, type SigningKey } from "@opsplane/licensing";
import { CommandError, type Io, parsed, required } from "../command.ts";
import { readSecretFile, writeNewFile } from "../files.ts";
import { describeLicense } from "./description.ts";

const options = {
  "private-key": { type: "string" },
  tenant: { type: "string" },
  plan: { type: "string" },
  mode: { type: "string" },
  addon: { type: "string", multiple: true },
  days: { type: "string" },
  limit: { type: "string", multiple: true },
  out: { type: "string" },
  "allow-open-key": { type: "boolean" },
} as const;

const modes = ["on_prem", "byoc"] as const;

/** Signs a license. Only the license goes to standard output, so it can be piped. */
export async function issue(args: string[], io: Io): Promise<number> {
  const { values } = parsed(args, options, 0);
  const keyPath = required(values["private-key"], "private-key");
  const request = {
    tenantId: required(values.tenant, "tenant"),
    planId: planFrom(required(values.plan, "plan")),
    deploymentMode: modeFrom(required(values.mode, "mode")),
    addons: values.addon ?? [],
    limits: limitsFrom(values.limit ?? []),
    licenseId: io.newId(),
    ...(values.days === undefined ? {} : { days: wholeNumber(values.days, "--days") }),
  };
  const key = await keyFrom(keyPath, values["allow-open-key"] ?? false);
  const now = io.now();
  const { jwt, claims } = await issueLicense(request, key, now).catch((error: unknown) => {
    throw error instanceof BadLicenseRequest ? new CommandError(error.message) : error;
  });
  if (values.out === undefined) {
    io.printError(describeLicense(claims, now));
    io.print(jwt);
  } else {
    await writeNewFile(values.out, `${jwt}\n`, 0o600);
    io.print(`The license is in '${values.out}'. Treat it as a secret.\n\n${describeLicense(claims, now)}`);
  }
  return 0;
}

async function keyFrom(path: string, allowOpen: boolean): Promise<SigningKey> {
  return readSigningKey(await readSecretFile(path, allowOpen)).catch((error: unknown) => {
    throw error instanceof BadSigningKey ? new CommandError(`The file '${path}' is refused. ${error.message}`) : error;
  });
}

function planFrom(plan: string): string {
  if (!isPlanId(plan)) throw new CommandError(`The plan '${plan}' is not known; the plans are ${planIds.join(", ")}.`);
  return plan;
}

function modeFrom(mode: string): (typeof modes)[number] {
  const known = modes.find((each) => each === mode);
  if (known === undefined)
    throw new CommandError(`The mode '${mode}' is not known; the modes are ${modes.join(" and ")}.`);
  return known;
}

function limitsFrom(written: readonly string[]): Partial<Limits> {
  let limits: Partial<Limits> = {};
  for (const text of written) {
    const [, word = "", amount = ""] = /^(\w+)=(\w+)$/.exec(text) ?? [];
    const name = limitNames.find((each) => each === word);
    if (name === undefined)
      throw new CommandError(`The limit '${text}' is not known; write name=number with ${limitNames.join(", ")}.`);
    limits = { ...limits, [name]: amount === "unlimited" ? null : wholeNumber(amount, `--limit ${name}`) };
  }
  return limits;
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,13}$/.test(text)) throw new CommandError(`The value '${text}' of ${option} is not a whole number.`);
  return Number(text);
}
