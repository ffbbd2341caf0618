import { expect, test } from "vitest";
import {
  bastionProblem,
  type HostFields,
  keepsKeys,
  newHost,
  plainFingerprint,
  problemOf,
  sendsSecretsElsewhere,
} from "./rules.ts";

const aHost = (fields: Partial<HostFields> = {}): HostFields => ({
  ...newHost,
  name: "web-1",
  address: "10.0.0.7",
  username: "ops",
  secret_id: "s",
  ...fields,
});

test.each([
  [{}, undefined],
  [{ address: "web-1.example.com" }, undefined],
  [{ address: "2001:db8::7" }, undefined],
  [{ address: "" }, "address"],
  [{ address: "web 1" }, "address"],
  [{ address: "ops@web-1" }, "address"],
  [{ address: "fe80::1%eth0" }, "address"],
  [{ username: "" }, "username"],
  [{ username: "two words" }, "username"],
  [{ secret_id: null }, "secret_id"],
  [{ authentication: "password", passphrase_secret_id: "p" }, "passphrase_secret_id"],
  [{ connection: "agent", agent: " " }, "agent"],
  [{ connection: "agent", agent: "site-1", bastion_id: "b" }, "bastion_id"],
  [{ connection: "agent", agent: "site-1", address: "", username: "", secret_id: null }, undefined],
] as const)("a host with %o is refused for its %s", (fields, path) => {
  expect(problemOf(aHost(fields))?.path).toBe(path);
});

test("a message names the missing secret", () => {
  expect(problemOf(aHost({ secret_id: null }))?.message).toBe("must name the secret with the private key.");
  expect(problemOf(aHost({ secret_id: null, authentication: "password" }))?.message).toBe(
    "must name the secret with the password.",
  );
});

test("keys stay with the address and the port", () => {
  expect(keepsKeys(aHost(), aHost({ name: "renamed", username: "root" }))).toBe(true);
  expect(keepsKeys(aHost(), aHost({ address: "10.0.0.8" }))).toBe(false);
  expect(keepsKeys(aHost(), aHost({ port: 2222 }))).toBe(false);
});

test("a secret is sent elsewhere when it is chosen, or when the way to the host changes", () => {
  expect(sendsSecretsElsewhere(undefined, aHost())).toBe(true);
  expect(sendsSecretsElsewhere(undefined, aHost({ secret_id: null }))).toBe(false);
  expect(sendsSecretsElsewhere(aHost(), aHost({ name: "renamed", enabled: false }))).toBe(false);
  for (const fields of [{ address: "evil" }, { port: 2 }, { authentication: "password" }, { bastion_id: "b" }] as const)
    expect(sendsSecretsElsewhere(aHost(), aHost(fields))).toBe(true);
});

const hop = (id: string, connection: "ssh" | "agent" = "ssh") => ({ id, name: id, connection });

test.each([
  [[hop("b")], 0, undefined],
  [[hop("b"), hop("c"), hop("d")], 0, undefined],
  [[hop("a")], 0, "must be another host."],
  [[hop("b"), hop("a")], 0, "must not be reached through this host, as b is."],
  [[hop("b", "agent")], 0, "must be a host that is reached by ssh, which b is not."],
  [[hop("b"), hop("c"), hop("d"), hop("e")], 0, "must need at most 3 hops in all."],
  [[hop("b"), hop("c")], 2, "must need at most 3 hops in all."],
  [[hop("b")], 2, undefined],
])("the bastions %j with %d levels behind the host: %s", (hosts, levelsBehind, problem) => {
  expect(bastionProblem("a", { hosts, levelsBehind })).toBe(problem);
});

test("a fingerprint is stored without padding", () => {
  expect(plainFingerprint("SHA256:abc=")).toBe("SHA256:abc");
});
