import { integrationTypes } from "@opsplane/contract";
import { expect, test } from "vitest";
import { sampleOf, setupOf } from "./setup.ts";

test.each(integrationTypes)("the configuration for %s has the address and the key, and curl sends JSON", (type) => {
  const steps = setupOf(type, "https://ops.example.com", "opi_secret");
  expect(steps[0]?.text).toContain("https://ops.example.com/api/alerts/");
  expect(steps[0]?.text).toContain("opi_secret");
  for (const { text } of steps) {
    const [, body] = /-d '(.*)'/.exec(text) ?? [];
    if (text.startsWith("curl")) expect(JSON.parse(body ?? "")).toBeTypeOf("object");
  }
  expect(JSON.parse(sampleOf(type))).toBeTypeOf("object");
});
