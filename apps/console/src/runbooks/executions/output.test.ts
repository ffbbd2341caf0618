import type { OutputChunk } from "@opsplane/contract";
import { expect, test } from "vitest";
import { maxLines, noOutput, textOf, withChunks } from "./output.ts";

let seq = 0;
const chunk = (text: string, fields: Partial<OutputChunk> = {}): OutputChunk => ({
  seq: ++seq,
  step: "a",
  target: "web-1",
  stream: "stdout",
  text,
  created_at: "2026-01-01T00:00:00.000Z",
  ...fields,
});
const linesOf = (...chunks: OutputChunk[]) => withChunks(noOutput, chunks).get("a")?.lines ?? [];

test("chunks become lines; a line goes on in the next chunk of the same host and stream", () => {
  const lines = linesOf(chunk("one\ntw"), chunk("oops\n", { stream: "stderr" }), chunk("o\r\nthree\n"));
  expect(lines.map(({ stream, text }) => [stream, text])).toEqual([
    ["stdout", "one"],
    ["stdout", "two"],
    ["stderr", "oops"],
    ["stdout", "three"],
  ]);
});

test("empty lines stay, and a lone line break ends the open line", () => {
  expect(linesOf(chunk("a\n\nb"), chunk("\n"), chunk("c")).map(({ text }) => text)).toEqual(["a", "", "b", "c"]);
});

test("the newest lines are kept and the rest is counted", () => {
  const output = withChunks(noOutput, [chunk("x\n".repeat(maxLines + 7)), chunk("last\n")]).get("a");
  expect(output?.dropped).toBe(8);
  expect(output?.lines.at(-1)?.text).toBe("last");
});

test("a copied text names the host only when there are several", () => {
  expect(textOf(linesOf(chunk("a\n"), chunk("b\n")))).toBe("a\nb");
  expect(textOf(linesOf(chunk("a\n"), chunk("b\n", { target: "web-2" })))).toBe("web-1: a\nweb-2: b");
});
