import { readFile } from "node:fs/promises";
import { BadSetting, type Setting } from "@opsplane/runtime";
import { expect, test } from "vitest";
import { readConfig, settings } from "./config.ts";

test("without any setting everything has its default", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    dataDir: "./data",
    role: "all",
    bootstrapTenant: "default",
    databaseUrl: undefined,
  });
});

test("an empty or blank setting is as good as none", () => {
  expect(readConfig({ PORT: "", SERVICE_SECRET: "  " })).toMatchObject({ port: 3000, serviceSecret: undefined });
});

test.each([
  ["PORT", "99999", "PORT must be a whole number from 0 to 65535 (it is '99999')."],
  ["ROLE", "boss", "ROLE must be one of all, api, worker (it is 'boss')."],
  ["TRUST_PROXY", "maybe", "TRUST_PROXY must be 1 or 0 (it is 'maybe')."],
  [
    "BOOTSTRAP_TENANT_ID",
    "Not A Slug",
    "BOOTSTRAP_TENANT_ID must be lower-case letters, digits and dashes (it is 'Not A Slug').",
  ],
  ["SMTP_URL", "mail.example.com", "SMTP_URL must be an address that starts with smtp:// or smtps://."],
  ["BOOTSTRAP_ADMIN_PASSWORD", "short", "BOOTSTRAP_ADMIN_PASSWORD must have at least 8 characters."],
])("%s=%s is refused in one line, without showing a secret", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new BadSetting(message));
});

test("docs/configuration.md shows exactly this table", async () => {
  const shown = await readFile(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  const rows = Object.values(settings).map(
    ({ env, about, fallback }: Setting<unknown>) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${about} |`,
  );
  expect(shown.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});
