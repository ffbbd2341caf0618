import { expect, test } from "vitest";
import { checksumsIn } from "./checksums.ts";

const sha256 = "0123456789abcdef".repeat(4);

test("the output of sha256sum becomes checksums", () => {
  expect(checksumsIn(`${sha256}  opsplane-1.4.2.tgz\n${sha256} *agent.tgz\n`)).toEqual([
    { name: "opsplane-1.4.2.tgz", sha256 },
    { name: "agent.tgz", sha256 },
  ]);
});

test("an empty text has none", () => {
  expect(checksumsIn(" \n")).toEqual([]);
});

test("a line without a checksum is a mistake", () => {
  expect(checksumsIn(`${sha256}  a.tgz\nb.tgz`)).toBeUndefined();
  expect(checksumsIn(`${sha256.slice(1)}  a.tgz`)).toBeUndefined();
});
