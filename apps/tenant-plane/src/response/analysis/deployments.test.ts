import { expect, test } from "vitest";
import { deploymentsIn } from "./deployments.ts";

const minute = 60_000;
const begin = Date.UTC(2026, 10, 17, 12);

/** A span a minute. */
const spansOf = (service: string, version: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ service, version, start: begin + (from + at) * minute }));
const shown = (spans: ReturnType<typeof spansOf>) =>
  deploymentsIn(spans).map(({ service, title, started_at, note }) => [
    `${service} ${title}`,
    (Date.parse(started_at) - begin) / minute,
    note,
  ]);

test("a version that a service did not have before was deployed when it was first seen", () => {
  const spans = [...spansOf("shop", "1.4", 0, 60), ...spansOf("shop", "1.5", 40, 90), ...spansOf("cart", "2.0", 0, 90)];
  expect(shown(spans.reverse())).toEqual([["shop 1.5", 40, "Before, it was 1.4."]]);
});

test("versions that run side by side from the start, or that nobody says, are no deployments", () => {
  const spans = [...spansOf("shop", "1.4", 0, 60), ...spansOf("shop", "1.5", 3, 60), ...spansOf("cart", "", 0, 60)];
  expect(shown(spans)).toEqual([]);
});

test("a service that is new has no deployment, and several in a row are kept apart", () => {
  const spans = [...spansOf("shop", "1", 30, 40), ...spansOf("shop", "2", 40, 50), ...spansOf("shop", "3", 50, 60)];
  expect(shown(spans)).toEqual([
    ["shop 3", 50, "Before, it was 2 and 1."],
    ["shop 2", 40, "Before, it was 1."],
  ]);
});
