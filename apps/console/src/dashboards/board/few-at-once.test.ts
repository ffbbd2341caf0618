import { expect, test } from "vitest";
import { fewAtOnce } from "./few-at-once.ts";

test("reads run a few at a time, in their order, and an aborted one does not start", async () => {
  const run = fewAtOnce(2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (name: string, signal = new AbortController().signal) =>
    run(signal, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const gone = new AbortController();
  const [a, b, c, d] = [read("a"), read("b"), read("c", gone.signal), read("d")];
  expect(started).toEqual(["a", "b"]);
  gone.abort();
  ends.get("a")?.();
  expect(await a).toBe("a");
  await expect(c).rejects.toThrow();
  await expect.poll(() => started).toEqual(["a", "b", "d"]);
  ends.get("b")?.();
  ends.get("d")?.();
  expect(await Promise.all([b, d])).toEqual(["b", "d"]);
});

test("a read that fails leaves its place", async () => {
  const run = fewAtOnce(1);
  const { signal } = new AbortController();
  await expect(run(signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await run(signal, async () => "next")).toBe("next");
});
