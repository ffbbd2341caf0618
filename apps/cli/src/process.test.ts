import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

// The command as it is installed: bin/opsplane.mjs loads the bundle in apps/cli/dist/.

const bin = fileURLToPath(new URL("../bin/opsplane.mjs", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-command-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opsplane(args: readonly string[], input = "", program = bin) {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out, err };
}

test("keys are made, a license is issued to standard output and verified from standard input", async () => {
  expect(await opsplane(["license", "keygen", "--out", "keys"])).toMatchObject({ code: 0, err: "" });
  const options = [
    "--private-key",
    "keys/private.pem",
    "--tenant",
    "acme",
    "--plan",
    "operations",
    "--mode",
    "on_prem",
  ];
  const issued = await opsplane(["license", "issue", ...options]);
  expect(issued.code).toBe(0);
  const verified = await opsplane(["license", "verify", "-", "--public-key", "keys/public.pem"], issued.out);
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toContain("The license is valid.");
  const other = await opsplane(
    ["license", "verify", "-", "--public-key", "keys/public.pem", "--tenant", "x"],
    issued.out,
  );
  expect(other).toMatchObject({ code: 1, out: "" });
  expect(await opsplane(["license"])).toMatchObject({ code: 2, out: "" });
});

test("input without an end is not read to its end", async () => {
  const { code, err } = await opsplane(["license", "inspect", "/dev/zero"]);
  expect({ code, err }).toEqual({ code: 2, err: "opsplane: The file '/dev/zero' is longer than 64 KiB.\n" });
});

test("a clone that is not built says what to do", async () => {
  await mkdir(join(folder, "bin"));
  const copy = join(folder, "bin/opsplane.mjs");
  await copyFile(bin, copy);
  const { code, err } = await opsplane(["--help"], "", copy);
  expect({ code, err }).toEqual({ code: 2, err: "opsplane: the program is not built yet; run npm run build first.\n" });
});
