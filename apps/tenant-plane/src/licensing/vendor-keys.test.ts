import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { trustedKeys } from "./vendor-keys.ts";

const root = join(import.meta.dirname, "../../../..");

test("a build with the vendor's keys trusts no other; without them the operator chooses", () => {
  expect(trustedKeys("theirs", undefined)).toBe("theirs");
  expect(trustedKeys(undefined, "ours")).toBe("ours");
  expect(trustedKeys("ou\\nrs", "ou\nrs\n")).toBe("ou\nrs\n");
  expect(() => trustedKeys("theirs", "ours")).toThrow("this build trusts only the keys of its vendor");
});

test("the bundler writes the keys of VENDOR_KEY_FILE into the program", async () => {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-vendor-"));
  const keys = "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----\n";
  await writeFile(join(folder, "keys.pem"), keys);
  const built = async (env: object) => {
    const out = await mkdtemp(join(folder, "out-"));
    const programs = { keys: "apps/tenant-plane/src/licensing/vendor-keys.ts" };
    const program = `import { bundle } from "./scripts/bundle.mjs"; await bundle(...${JSON.stringify([relative(root, out), programs])});`;
    const { VENDOR_KEY_FILE: _, ...usual } = process.env;
    const options = { cwd: root, env: { ...usual, ...env } };
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], options);
    const made: typeof import("./vendor-keys.ts") = await import(pathToFileURL(join(out, "keys.js")).href);
    return made.trustedKeys(undefined);
  };
  expect(await built({ VENDOR_KEY_FILE: join(folder, "keys.pem") })).toBe(keys);
  expect(await built({})).toBeUndefined();
  await rm(folder, { recursive: true });
});
