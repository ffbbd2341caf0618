import type { RcaScorecard } from "@opsplane/contract";
import { expect, test } from "vitest";
import { trendOf } from "./trend.ts";

const now = Date.parse("2026-11-18T12:00:00Z");

function aCard(by: RcaScorecard["by"], periods: RcaScorecard["periods"]): RcaScorecard {
  return {
    ...{ confirmed: 0, top1: 0, top3: 0, unnamed: 0, undecided: 0, rejected: 0 },
    ...{ mean_confidence: null, top1_rate: null, top3_rate: null, by, periods },
  };
}
const days = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 10));

test("weeks start on Monday, and a week without a judgment is zero", () => {
  const card = aCard("week", [{ start: "2026-11-02", confirmed: 6, top1: 3, top3: 5 }]);
  const { counts, range } = trendOf(card, Date.parse("2026-11-04T08:00:00Z"), now);
  expect(days(counts.times)).toEqual(["2026-11-02", "2026-11-09", "2026-11-16"]);
  expect(days([range.from, range.to])).toEqual(["2026-11-02", "2026-11-23"]);
  expect(counts.series.map(({ values }) => values)).toEqual([
    [3, 0, 0],
    [2, 0, 0],
    [1, 0, 0],
  ]);
});

test("without a start, months begin with the first judgment", () => {
  const card = aCard("month", [{ start: "2026-09-01", confirmed: 1, top1: 1, top3: 1 }]);
  const { counts, range } = trendOf(card, undefined, now);
  expect(days(counts.times)).toEqual(["2026-09-01", "2026-10-01", "2026-11-01"]);
  expect(days([range.to])).toEqual(["2026-12-01"]);
});

test("a share covers four weeks and needs five judged incidents", () => {
  const card = aCard("week", [
    { start: "2026-10-12", confirmed: 4, top1: 4, top3: 4 },
    { start: "2026-10-19", confirmed: 6, top1: 2, top3: 4 },
    { start: "2026-11-09", confirmed: 2, top1: 2, top3: 2 },
  ]);
  const { counts, shares } = trendOf(card, undefined, now);
  expect(days(counts.times)).toHaveLength(6);
  expect(shares.series.map(({ values }) => values)).toEqual([
    [null, 0.6, 0.6, 0.6, 0.5, null],
    [null, 0.8, 0.8, 0.8, 0.75, null],
  ]);
});
