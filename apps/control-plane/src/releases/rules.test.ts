import fc from "fast-check";
import semver from "semver";
import { expect, test } from "vitest";
import { assertRelease, sortKey } from "./rules.ts";

const number = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 999_999_999 }));
const identifier = fc
  .oneof(fc.nat({ max: 20 }).map(String), fc.stringMatching(/^[0-9A-Za-z-]{1,6}$/))
  .filter((part) => !/^0\d+$/.test(part));
const version = fc
  .tuple(number, number, number, fc.array(identifier, { maxLength: 4 }))
  .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join(".")}` : ""}`);

test("sort keys order versions as the semver library does", () => {
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [first, second] = [Buffer.from(sortKey(one)), Buffer.from(sortKey(other))];
      expect(Math.sign(Buffer.compare(first, second))).toBe(semver.compare(one, other));
    }),
    { numRuns: 2_000 },
  );
});

test("the order of the specification's own example holds", () => {
  const ordered = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"];
  const all = [...ordered, "1.0.0-rc.1", "1.0.0", "1.2.0", "1.10.0"];
  expect([...all].reverse().sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(all);
});

test.each([
  [{ version: "01.2.3" }, "is not a semantic version"],
  [{ version: "1.2.3-rc.1" }, "is a pre-release"],
  [{ min_version: "1.2.3" }, "must be older than 1.2.3"],
  [{ min_version: "1.02.0" }, "is not a semantic version"],
  [{ checksums: ["a.tgz", "a.tgz"].map((name) => ({ name, sha256: "0".repeat(64) })) }, "named twice"],
])("%o is refused", (change, reason) => {
  const release = { version: "1.2.3", channel: "stable" as const, checksums: [], min_version: null };
  expect(() => assertRelease({ ...release, ...change })).toThrow(reason);
});
