import { describe, expect, test } from "vitest";
import { isLongRun } from "../../../test/effort.ts";
import { belongTogether, drawnIncidents, type WrittenIncident } from "../../../test/similar-cases.ts";
import { type Candidate, type KnownCause, type Subject, similarTo } from "./rules.ts";

const subject = (fields: Partial<Subject> = {}): Subject => ({
  ...{ source: "", words: [], items: [], cause: null, rules: [], total: 200 },
  ...fields,
});
const candidate = (fields: Partial<Candidate> = {}): Candidate => ({
  ...{ id: "past", created_at: "2026-01-01T00:00:00.000Z", source: "", words: [], ci_ids: [], cause: null, rules: [] },
  ...fields,
});
const cause = (fields: Partial<KnownCause> = {}): KnownCause => ({
  ...{ key: "db-1", name: "db-1", kind: "service", confirmed: true, evidence_kinds: [] },
  ...fields,
});
const reasonsOf = (own: Subject, ...past: Candidate[]) => similarTo(own, past).map(({ reasons }) => reasons);

test("a rare name and another rare word are enough, and the reason says them", () => {
  const words = [
    ...["checkout", "fails", "since", "noon"].map((word) => ({ word, incidents: 30 })),
    ...["letsencrypt", "certificate"].map((word) => ({ word, incidents: 3 })),
  ];
  const past = candidate({ words: ["letsencrypt", "certificate", "of", "payments", "expired", "today"] });
  expect(reasonsOf(subject({ words }), past)).toEqual([["Both mention “letsencrypt” and “certificate”"]]);
});

test("words that many incidents have are not enough", () => {
  const words = ["high", "error", "rate", "checkout"].map((word) => ({ word, incidents: 60 }));
  expect(reasonsOf(subject({ words }), candidate({ words: words.map(({ word }) => word) }))).toEqual([]);
});

test("the same cause is enough, also a likely one, and the same evidence is said beside it", () => {
  const own = subject({ cause: cause({ evidence_kinds: ["logs", "traces"] }) });
  expect(reasonsOf(own, candidate({ cause: cause({ evidence_kinds: ["logs"], confirmed: false }) }))).toEqual([
    ["Same cause: db-1", "Same evidence: logs"],
  ]);
  const guessed = subject({ cause: cause({ confirmed: false }) });
  expect(reasonsOf(guessed, candidate({ cause: cause({ confirmed: false }) }))).toEqual([["Same likely cause: db-1"]]);
  expect(reasonsOf(own, candidate({ cause: cause({ key: "db-2", evidence_kinds: ["logs"] }) }))).toEqual([]);
});

test("the same item counts with a rare word, and less when most incidents have it", () => {
  const own = (incidents: number) =>
    subject({
      items: [{ id: "item", name: "web-1", incidents }],
      words: [{ word: "conntrack", incidents: 3 }],
    });
  const past = candidate({ ci_ids: ["item"], words: ["conntrack"] });
  const [rare, common] = [4, 150].map((incidents) => similarTo(own(incidents), [past])[0]);
  expect(rare?.reasons).toEqual(["Same affected CI: web-1", "Both mention “conntrack”"]);
  expect(rare?.score).toBeGreaterThan((common?.score ?? 0) + 0.1);
  expect(reasonsOf(subject({ items: own(150).items }), past)).toEqual([]);
});

test("the same alert is enough, and the same alert rule counts with something else", () => {
  const rules = [{ id: "policy", name: "High load", group: "web-1" }];
  const other = [{ id: "policy", name: "High load", group: "web-2" }];
  const items = [{ id: "item", name: "web-1", incidents: 40 }];
  expect(reasonsOf(subject({ rules }), candidate({ rules: other }))).toEqual([]);
  expect(reasonsOf(subject({ rules, items }), candidate({ rules: other, ci_ids: ["item"] }))).toEqual([
    ["Same affected CI: web-1", "Same alert rule: High load"],
  ]);
  expect(reasonsOf(subject({ rules }), candidate({ rules }))).toEqual([["Same alert: High load"]]);
});

test("at most five, the best first, of equal ones the newest first", () => {
  const own = subject({ cause: cause() });
  const past = Array.from({ length: 8 }, (_, n) =>
    candidate({
      id: `${n}`,
      created_at: `2026-01-0${n + 1}T00:00:00.000Z`,
      cause: cause({ kind: n === 2 ? "service" : "host" }),
    }),
  );
  expect(similarTo(own, past).map(({ id }) => id)).toEqual(["2", "7", "6", "5", "4"]);
});

const wordsOf = (title: string) => [
  ...new Set(
    title
      .toLowerCase()
      .split(/[^a-z0-9_.-]+/)
      .flatMap((word) => [word, ...word.split(/[-_.]/)])
      .filter((word) => word.length >= 3),
  ),
];

/** What the database knows of these incidents. */
function knownOf(all: readonly WrittenIncident[]) {
  const words = new Map<string, number>();
  const items = new Map<string, number>();
  for (const { title, items: its } of all) {
    for (const word of wordsOf(title)) words.set(word, (words.get(word) ?? 0) + 1);
    for (const item of its) items.set(item, (items.get(item) ?? 0) + 1);
  }
  const causeOf = (written: WrittenIncident["cause"]): KnownCause | null =>
    written && {
      ...{ key: written.name, name: written.name, kind: written.kind },
      ...{ confirmed: written.confirmed, evidence_kinds: written.evidence },
    };
  const rulesOf = ({ rule, known }: WrittenIncident) =>
    rule === null ? [] : [{ id: rule, name: rule, group: known.service }];
  return {
    subjectOf: (incident: WrittenIncident): Subject => ({
      ...{ source: incident.source, cause: causeOf(incident.cause), rules: rulesOf(incident), total: all.length },
      words: wordsOf(incident.title).map((word) => ({ word, incidents: words.get(word) ?? 0 })),
      items: incident.items.map((item) => ({ id: item, name: item, incidents: items.get(item) ?? 0 })),
    }),
    candidateOf: (incident: WrittenIncident, number: number) =>
      candidate({
        ...{ id: incident.id, source: incident.source, ci_ids: incident.items, cause: causeOf(incident.cause) },
        ...{ rules: rulesOf(incident), words: wordsOf(incident.title) },
        created_at: new Date(number * 60_000).toISOString(),
      }),
  };
}

describe("of drawn incidents", () => {
  const seeds = Array.from({ length: isLongRun ? 40 : 6 }, (_, n) => (isLongRun ? Date.now() + n : n + 1));

  test.each([
    [40, 0.65, 0.6],
    [250, 0.85, 0.6],
    [1_000, 0.85, 0.75],
  ])("among %i, what is called similar belongs together", (count, minPrecision, minRecall) => {
    let [returned, right, wanted] = [0, 0, 0];
    for (const seed of seeds) {
      const all = drawnIncidents(seed, count);
      const { subjectOf, candidateOf } = knownOf(all);
      const candidates = all.map(candidateOf);
      for (const [number, own] of all.entries()) {
        if (number < count * 0.6) continue;
        const past = all.slice(0, number);
        const found = similarTo(subjectOf(own), candidates.slice(0, number));
        const isRight = (each: WrittenIncident) => belongTogether(own, each);
        returned += found.length;
        right += found.filter(({ id }) => past.some((each) => each.id === id && isRight(each))).length;
        wanted += Math.min(5, past.filter(isRight).length);
      }
    }
    const [precision, recall] = [right / returned, right / wanted];
    console.log(
      `${count} incidents: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, ${returned} returned`,
    );
    expect(precision).toBeGreaterThan(minPrecision);
    expect(recall).toBeGreaterThan(minRecall);
  });
});
