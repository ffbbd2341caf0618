import { expect, test } from "vitest";
import { draftOf, fieldsOf, problemsOf } from "./host-draft.ts";

const aDraft = { ...draftOf(undefined), name: "web-1 ", address: "10.0.0.7", username: "ops", secret_id: "s" };

test("a new host is reached by ssh with a key on port 22", () => {
  expect(draftOf(undefined)).toMatchObject({ connection: "ssh", authentication: "key", port: 22, enabled: true });
  expect(Object.keys(problemsOf(draftOf(undefined)))).toEqual(["name", "address", "username", "secret_id"]);
});

test("a complete host has no problem, and an agent needs only its name", () => {
  expect(problemsOf(aDraft)).toEqual({});
  expect(problemsOf({ ...draftOf(undefined), name: "x", connection: "agent" })).toEqual({
    agent: "Enter the agent's name.",
  });
  expect(problemsOf({ ...aDraft, port: 0 })).toEqual({ port: "Enter a port from 1 to 65535." });
});

test("fields that the connection does not use are not saved", () => {
  expect(fieldsOf(aDraft)).toMatchObject({ name: "web-1", secret_id: "s" });
  const all = { ...aDraft, passphrase_secret_id: "p", bastion_id: "b" };
  expect(fieldsOf({ ...all, authentication: "password" })).toMatchObject({
    passphrase_secret_id: null,
    bastion_id: "b",
  });
  expect(fieldsOf({ ...all, connection: "agent" })).toMatchObject({ secret_id: null, bastion_id: null });
});
