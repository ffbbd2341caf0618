import { readFile } from "node:fs/promises";
import { BadSetting, type Setting } from "@opsplane/runtime";
import { expect, test } from "vitest";
import { readConfig, settings } from "./config.ts";

test("without settings every value has its default", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    dataDir: "./data",
    role: "all",
    bootstrapTenant: "default",
    databaseUrl: undefined,
  });
});

test("an empty or blank setting is ignored", () => {
  expect(readConfig({ PORT: "", SERVICE_SECRET: "  " })).toMatchObject({ port: 3000, serviceSecret: undefined });
});

test.each([
  ["PORT", "99999", "PORT must be a whole number from 0 to 65535 (it is '99999')."],
  ["PORT", "many", "PORT must be a whole number from 0 to 65535 (it is 'many')."],
  ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is 'loud')."],
  [
    "TENANT_PLANE_DATABASE_URL",
    "mysql://x",
    "TENANT_PLANE_DATABASE_URL must be a URL that starts with postgres:// or postgresql://.",
  ],
  ["ROLE", "boss", "ROLE must be one of all, api, worker (it is 'boss')."],
  ...["true", "11", "-1", "10.0.0.0/33", "10.0.0.1,", "proxy.local"].map((value) => [
    "TRUST_PROXY",
    value,
    `TRUST_PROXY must be a number of proxies from 0 to 10 or addresses such as 10.0.0.0/8,192.168.1.7 (it is '${value}').`,
  ]),
  ...["true", "2", "10.0.0.0/33", "10.0.0.1,", "intranet.local"].map((value) => [
    "OUTBOUND_ALLOW_PRIVATE",
    value,
    `OUTBOUND_ALLOW_PRIVATE must be 0, 1 or networks such as 10.0.0.0/8,192.168.1.7 (it is '${value}').`,
  ]),
  [
    "SSH_ALLOW_PRIVATE",
    "yes",
    "SSH_ALLOW_PRIVATE must be 0, 1 or networks such as 10.0.0.0/8,192.168.1.7 (it is 'yes').",
  ],
  ["SERVICE_SECRET", "fifteen letters", "SERVICE_SECRET must have at least 16 characters."],
  [
    "BOOTSTRAP_TENANT_ID",
    "Not A Slug",
    "BOOTSTRAP_TENANT_ID must have only lowercase letters, digits and dashes (it is 'Not A Slug').",
  ],
  ["SMTP_URL", "mail.example.com", "SMTP_URL must be a URL that starts with smtp:// or smtps://."],
  ["BOOTSTRAP_ADMIN_PASSWORD", "short", "BOOTSTRAP_ADMIN_PASSWORD must have at least 8 characters."],
])("%s=%s is refused in one line, without showing a secret", (name = "", value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new BadSetting(message ?? ""));
});

test.each([
  ["0", { hops: 0 }],
  ["2", { hops: 2 }],
  ["10.0.0.0/8, fd00::/8,127.0.0.1", { networks: ["10.0.0.0/8", "fd00::/8", "127.0.0.1"] }],
])("TRUST_PROXY=%s is a number of proxies or their addresses", (value, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy });
});

test.each([
  [undefined, "none"],
  ["0", "none"],
  ["1", "private"],
  ["10.0.0.0/8, fd00::/8", { networks: ["10.0.0.0/8", "fd00::/8"] }],
])("OUTBOUND_ALLOW_PRIVATE=%s allows nothing, private addresses or these networks", (value, outboundAllowPrivate) => {
  expect(readConfig({ OUTBOUND_ALLOW_PRIVATE: value })).toMatchObject({ outboundAllowPrivate });
});

test("SSH reaches private addresses unless a setting says otherwise", () => {
  expect(readConfig({})).toMatchObject({ sshAllowPrivate: "private" });
  expect(readConfig({ SSH_ALLOW_PRIVATE: "0" })).toMatchObject({ sshAllowPrivate: "none" });
  expect(readConfig({ SSH_ALLOW_PRIVATE: "10.1.0.0/16" })).toMatchObject({
    sshAllowPrivate: { networks: ["10.1.0.0/16"] },
  });
});

test("docs/configuration.md shows exactly this table", async () => {
  const shown = await readFile(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  const rows = Object.values(settings).map(
    ({ env, about, fallback }: Setting<unknown>) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${about} |`,
  );
  expect(shown.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});
