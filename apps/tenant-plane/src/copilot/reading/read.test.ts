import { expect, test } from "vitest";
import { generated } from "../../../test/copilot-questions/generator/index.ts";
import * as words from "../../../test/copilot-questions/generator/words.ts";
import { classNames } from "../names-store.ts";
import { indexNames, type NamedRecord } from "../understand/names.ts";
import type { Query } from "./query.ts";
import { merged, readFollowUp, readQuery } from "./read.ts";
import { partsOf, questionOf } from "./say.ts";

const named = (kind: NamedRecord["kind"], names: readonly string[]): NamedRecord[] =>
  names.map((name) => ({ kind, id: `id of ${name}`, name }));
const names = indexNames([
  ...named("item", words.services),
  ...named(
    "person",
    words.people.map(([name]) => name),
  ),
  ...named("team", words.teams),
  ...named("source", words.sources),
  ...named("environment", words.environments),
  ...classNames,
]);
// A Thursday.
const clock = { now: new Date("2026-11-19T20:00:00Z"), timezone: "UTC" };
const read = (question: string) => readQuery(question, names, clock);
const parts = (question: string) => {
  const reading = read(question);
  if (!reading || reading.unknown.length > 0) return reading?.unknown ?? "nothing";
  return partsOf(reading.query, "UTC").map(({ label }) => label);
};

test("negation, lists, comparisons and durations are read", () => {
  expect(parts("how many open incidents that arent P1 or P2")).toEqual(["incidents", "open", "not severity P1 or P2"]);
  expect(parts("open incidents worse than P3")).toEqual(["incidents", "open", "severity P1 or P2"]);
  expect(parts("incidents not about checkout or search")).toEqual(["incidents", "not affecting checkout or search"]);
  expect(parts("tickets open for over a day")).toEqual(["incidents", "older than 1 day", "open"]);
  expect(parts("incidents not resolved within 4 hours")).toEqual(["incidents", "not resolved within 4 hours"]);
  expect(parts("incidents resolved within an hour by severity")).toEqual([
    ...["incidents", "resolved within 1 hour", "by severity"],
  ]);
  expect(parts("incidents being worked on")).toEqual(["incidents", "acknowledged or investigating"]);
  expect(parts("requests Mara opened")).toEqual(["requests", "requested by Mara Lindqvist"]);
  expect(parts("servers without an owner not in production")).toEqual([
    ...["configuration items", "server", "without an owner", "not in production"],
  ]);
});

test("a negation ends before 'and' when another condition follows, and is not guessed otherwise", () => {
  const rest = (question: string) => parts(`incidents ${question}`).slice(1);
  expect(rest("that are not P1 and open for more than 1 minute")).toEqual([
    ...["not severity P1", "older than 1 minute", "open"],
  ]);
  expect(rest("not assigned to Mara and open")).toEqual(["not assigned to Mara Lindqvist", "open"]);
  expect(rest("that are not P1 and have no assignee")).toEqual(["not severity P1", "without an assignee"]);
  expect(rest("that are not acknowledged and are assigned to Mara")).toEqual([
    ...["assigned to Mara Lindqvist", "without acknowledgement"],
  ]);
  expect(rest("not resolved but acknowledged")).toEqual(["acknowledged", "open"]);
  expect(rest("not from email and on checkout")).toEqual(["not source email", "affecting checkout"]);
  expect(parts("servers without an owner and in production").slice(2)).toEqual(["without an owner", "in production"]);
  // Two values of one field are a list, as before.
  expect(rest("not P1 and P2")).toEqual(["not severity P1 or P2"]);
  expect(rest("not on checkout and search")).toEqual(["not affecting checkout or search"]);
  expect(rest("open and unassigned")).toEqual(["open", "without an assignee"]);
  expect(rest("about checkout and closed within 4 hours")).toEqual(["affecting checkout", "closed within 4 hours"]);
  for (const question of [
    "not acknowledged and assigned to Mara",
    "not open and P1",
    "not open and unassigned",
    "without an assignee and P1",
    "except P5 and open",
    "excluding checkout and closed within 4 hours",
    "not P1 and worse than P3",
  ])
    expect(read(`incidents ${question}`)?.unknown, question).not.toEqual([]);
});

test("items are read with the incidents that they have, and what speaks of all their incidents is not", () => {
  const rest = (question: string) => parts(question).slice(1);
  expect(rest("services with an open incident")).toEqual(["service", "with open incidents"]);
  expect(rest("how many servers in production had incidents last week")).toEqual([
    ...["server", "in production", "with incidents opened last week"],
  ]);
  expect(rest("databases with no P1 incidents")).toEqual(["database", "without P1 incidents"]);
  const joined = read("which services have open incidents with severity P1 or P2");
  expect(joined && plain(read(questionOf(joined.query))?.query ?? joined.query)).toEqual(joined && plain(joined.query));
  for (const question of [
    "services with only open incidents",
    "services with all incidents resolved",
    "services with open incidents but not P1 ones",
    "services with a P1 incident and an open incident",
    "services with more than 2 incidents",
    "services with the oldest incidents",
    "services with incidents on checkout",
    "services with open incidents and no owner",
    "services with no incidents this week",
    "changes of services with P1 incidents",
    "has the database had incidents",
  ])
    expect(read(question)?.unknown, question).not.toEqual([]);
});

test("parts of days are read, and times that may mean several things are not", () => {
  const range = (question: string) => {
    const reading = read(question);
    const time = reading?.query.conditions.find(({ from, to }) => from ?? to);
    return reading?.unknown.length === 0 ? [time?.from?.slice(0, 16), time?.to?.slice(0, 16)] : reading?.unknown;
  };
  expect(range("incidents yesterday between 22:00 and 23:00")).toEqual(["2026-11-18T22:00", "2026-11-18T23:00"]);
  expect(range("incidents before noon yesterday")).toEqual(["2026-11-18T00:00", "2026-11-18T12:00"]);
  expect(range("incidents on saturday night")).toEqual(["2026-11-14T18:00", "2026-11-15T06:00"]);
  expect(range("incidents in the 3 days before today")).toEqual(["2026-11-16T00:00", "2026-11-19T00:00"]);
  expect(range("incidents opened more than 2 hours ago")).toEqual([undefined, "2026-11-19T18:00"]);
  expect(range("incidents opened on 02.11.2026")).toEqual(["2026-11-02T00:00", "2026-11-03T00:00"]);
  for (const question of [
    "incidents after 6pm",
    "incidents open for 3 days",
    "incidents by friday",
    "incidents next week",
  ])
    expect(read(question)?.unknown, question).not.toEqual([]);
});

test("what no rule has read is named", () => {
  expect(parts("incidents on checkout or with P1")).toContain("or");
  expect(parts("incidents excluding checkout and P5")).toEqual(["and"]);
  expect(parts("incidents only on checkout")).toEqual(["only"]);
  expect(read("open incidents only on checkout")?.unknown).toEqual(["only"]);
  expect(parts("incidents that affect both cart and search")).toContain("both");
  expect(parts("incidents assigned to us")).toContain("assigned");
  expect(parts("incidents resolved by Mara")).toEqual(["by", "Mara"]);
  expect(parts("incidents that were open last week")).toEqual(["were open last week"]);
  expect(parts("no P1 incidents")).toEqual(["no"]);
  expect(parts("P1 incidents that are P2")).toEqual(["two conditions on severity"]);
  expect(parts("how many charges on checkout")).toBe("nothing");
});

test("a follow-up changes one part", () => {
  const first = read("how many open P1 incidents are not on checkout")?.query;
  if (!first) throw new Error("The question was not read.");
  const then = (question: string): string[] => {
    const reading = readFollowUp(question, names, clock, first);
    return reading && reading.unknown.length === 0
      ? partsOf(merged(first, reading.query), "UTC").map(({ label }) => label)
      : [];
  };
  expect(then("and P2?")).toEqual(["incidents", "open", "not affecting checkout", "severity P2"]);
  expect(then("last week?")).toEqual([
    ...["incidents", "open", "severity P1", "not affecting checkout", "opened last week", "UTC"],
  ]);
  expect(then("only the ones of Mara")).toContain("assigned to Mara Lindqvist");
  expect(then("what about search?")).toEqual(["incidents", "open", "severity P1", "affecting search"]);
});

const plain = ({ kind, by, conditions }: Query) => ({
  ...{ kind, by },
  conditions: conditions.map(({ words: _, from: __, to: ___, ...rest }) => JSON.stringify(rest)).sort(),
});

test("the question of a reading is read the same way, also with a part left out or changed", () => {
  for (const { ask, sql } of generated(3, 400, clock.now.getTime())) {
    const reading = read(ask);
    if (sql === undefined || !reading) continue;
    expect(reading.unknown, ask).toEqual([]);
    const again = read(questionOf(reading.query));
    expect(again?.unknown, questionOf(reading.query)).toEqual([]);
    expect(again && plain(again.query), questionOf(reading.query)).toEqual(plain(reading.query));
    const others = partsOf(reading.query, "UTC").flatMap(({ without, options }) => [
      ...(without === null ? [] : [without]),
      ...options.map((option) => option.ask),
    ]);
    for (const other of others) expect(read(other)?.unknown, other).toEqual([]);
  }
});
