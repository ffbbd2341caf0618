import fc from "fast-check";
import { expect, test } from "vitest";
import { openMasker } from "./masking.ts";

function masked(secrets: string[], ...chunks: string[]): string {
  const masker = openMasker(secrets);
  return chunks.map((chunk) => masker.push(chunk)).join("") + masker.end();
}

test("a secret is masked across chunks", () => {
  expect(masked(["hunter22"], "the password is hun", "ter", "22!")).toBe("the password is ••••••!");
  expect(masked(["hunter22"], "hunter", "21 hunter22")).toBe("hunter21 ••••••");
});

test("base64 and percent-encoded forms are masked", () => {
  const secret = "p@ss word/1234";
  for (const form of [btoa(secret), encodeURIComponent(secret)]) expect(masked([secret], `<${form}>`)).toBe("<••••••>");
  expect(masked([secret], btoa(`admin:${secret}`))).not.toContain(btoa(secret).slice(2, 12));
});

test("common encodings and what a terminal adds do not hide a secret", () => {
  const secret = "sk-live-Tr0ub4dor&3<x>";
  const bytes = new TextEncoder().encode(`user:${secret}:${"0123456789".repeat(6)}`);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const wrapped = btoa(String.fromCharCode(...bytes)).replace(/.{76}/g, "$&\n");
  for (const form of [
    secret.toUpperCase(),
    hex,
    hex.toUpperCase(),
    hex.replace(/../g, "$& "),
    wrapped,
    secret.replace(/.{5}/g, "$&\r\n"),
    `sk-live-\u001b[1;31mTr0ub4\u001b[0mdor&3<x>`,
    "sk-live-Tr0ub4dor&amp;3&lt;x&gt;",
  ])
    for (const chunks of [[form], form.match(/.{1,3}/gs) ?? []])
      expect(masked([secret], ...chunks), form).toContain("••••••");
  expect(masked([secret], "sk-live-\u001b[1;31m", "Tr0ub4\u001b[", "0mdor&3<x> after")).toBe("•••••• after");
  // A short secret is not looked for across words.
  expect(masked(["abcd"], "ab cd")).toBe("ab cd");
});

test("each long line of a multi-line secret is masked", () => {
  const key = "-----BEGIN KEY-----\nMIIEowIBAAKCAQEA\nshort\n-----END KEY-----\n";
  expect(masked([key], "got MIIEowIBAAKCAQEA and short")).toBe("got •••••• and short");
  expect(masked([key], key)).toBe("••••••\n");
});

test("secrets of three characters are left alone", () => {
  expect(masked(["abc", ""], "abc")).toBe("abc");
});

test("secrets that overlap leave no rest", () => {
  expect(masked(["abcd", "cdef"], "xabcdefx")).toBe("x••••••x");
  expect(masked(["abcd", "cdef"], "xabc", "d", "efx")).toBe("x••••••x");
  expect(masked(["abcd", "abcdef"], "abcd", "x")).toBe("••••••x");
});

test("any text in any chunks is masked as the whole text is", () => {
  const secrets = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 4, maxLength: 6 }), {
    maxLength: 3,
  });
  const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(secrets, chunks, (given, parts) => {
      const result = masked(given, ...parts);
      expect(result).toBe(masked(given, parts.join("")));
      for (const secret of given) expect(result).not.toContain(secret);
    }),
  );
});

test("what is held back is bounded", () => {
  const masker = openMasker(["a".repeat(50_000)]);
  expect(masker.push("a".repeat(100_000)) + masker.push("x") + masker.end()).toBe("••••••x");
});
