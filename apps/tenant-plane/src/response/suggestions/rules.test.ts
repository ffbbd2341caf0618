import { expect, test } from "vitest";
import { type AffectedItem, type RunbookCandidate, ranked, suggestionOutcome } from "./rules.ts";

const incident = { title: "Disk full on orders-db", description: "Writes fail since 12:00." };
const database: AffectedItem = { id: "1", name: "orders-db", class: "database", tags: ["postgres"] };

function aRunbook(name: string, fields: Partial<RunbookCandidate> = {}): RunbookCandidate {
  const none = { description: "", tags: [], ci_classes: [], services: [], executions: 0, succeeded: 0 };
  return { id: name, name, ...none, ...fields };
}

const reasons = (runbook: RunbookCandidate) => ranked(incident, [database], [runbook, aRunbook("Other")])[0]?.reasons;

test("every reason is readable", () => {
  expect(reasons(aRunbook("A", { ci_classes: ["database", "server"] }))).toEqual(["Made for database"]);
  expect(reasons(aRunbook("A", { services: ["Orders-DB"] }))).toEqual(["Made for the service Orders-DB"]);
  expect(reasons(aRunbook("A", { tags: ["postgres", "disk", "mail"] }))).toEqual(["Tagged postgres and disk"]);
  expect(reasons(aRunbook("Free disk space"))).toEqual(["Similar words: disk"]);
  expect(reasons(aRunbook("A", { executions: 4, succeeded: 3 }))).toEqual(["Solved 3 of 4 similar incidents"]);
});

test("a runbook without a reason is not suggested", () => {
  expect(ranked(incident, [database], [aRunbook("Renew certificate", { ci_classes: ["certificate"] })])).toEqual([]);
  expect(ranked(incident, [], [aRunbook("A", { ci_classes: ["database"] })])).toEqual([]);
  expect(ranked(incident, [database], [aRunbook("A", { executions: 5, succeeded: 0 })])).toEqual([]);
});

test("more reasons and more success rank higher, and at most five are suggested", () => {
  const names = ranked(
    incident,
    [database],
    [
      aRunbook("Restart a database", { ci_classes: ["database"] }),
      aRunbook("Free disk space", { ci_classes: ["database"], tags: ["disk"] }),
      aRunbook("Tried in vain", { ci_classes: ["database"], tags: ["disk"], executions: 3, succeeded: 0 }),
      aRunbook("Grow the volume", { ci_classes: ["database"], executions: 4, succeeded: 4 }),
      ...Array.from({ length: 5 }, (_, n) => aRunbook(`Generic ${n}`, { ci_classes: ["database"] })),
    ],
  ).map(({ name }) => name);
  expect(names).toHaveLength(5);
  expect(names.slice(0, 2)).toEqual(["Grow the volume", "Free disk space"]);
  expect(names).not.toContain("Tried in vain");
});

test("a rare word says more than one that every runbook has", () => {
  const others = Array.from({ length: 20 }, (_, n) => aRunbook(`Clean disk number${n} again`));
  const found = ranked({ title: "pgbouncer disk", description: "" }, [], [...others, aRunbook("Restart pgbouncer")]);
  expect(found[0]?.name).toBe("Restart pgbouncer");
});

test("the outcome names the best three, with their pages", () => {
  const suggestions = ["A", "B", "C", "D"].map((name) => ({
    ...{ runbook_id: name.toLowerCase(), name, description: "", score: 1, reasons: [], executions: 0, succeeded: 0 },
  }));
  expect(suggestionOutcome(suggestions)).toEqual({
    text: "Suggested runbooks A, B and C.",
    links: { A: "/runbooks/a", B: "/runbooks/b", C: "/runbooks/c" },
  });
  expect(suggestionOutcome(suggestions.slice(0, 1)).text).toBe("Suggested the runbook A.");
  expect(suggestionOutcome([]).text).toBe("Found no published runbook that fits.");
});
