import { expect, test } from "vitest";
import { sendersTo } from "./senders.ts";

test("every configuration has the address and the token, and curl sends JSON", () => {
  for (const { text } of sendersTo("https://ops.example.com", "opc_secret")) {
    expect(text).toContain("https://ops.example.com");
    expect(text).toContain("opc_secret");
    const [, record] = /-d '(.*)'/.exec(text) ?? [];
    if (text.startsWith("curl")) expect(JSON.parse(record ?? "")).toBeTypeOf("object");
  }
});
