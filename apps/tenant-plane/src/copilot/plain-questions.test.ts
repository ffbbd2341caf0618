import { likelihood } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";

// Questions that are answered by an intent of their own: averages, trends, services, SLOs and the like.

let plane: Plane;
let owner: Person;

const ask = (query: string, more: { conversation_id?: string; context?: { route: string } } = {}) =>
  owner.api.copilot.query({ body: { query, ...more } });
const labels = (reading: readonly { part: string; label: string }[]) => reading.map(({ part }) => part);

beforeAll(async () => {
  plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" }, { telemetry: inject("clickhouseProblem") === "" });
  owner = await plane.tenant();
  for (const name of ["checkout", "search"])
    await owner.api.cmdb.create({ body: { name, class: "service", environment: "production" } });
});
afterAll(() => plane.close());

describe("the parts of a reading", () => {
  test("of an average are shown, and each can be changed or left out", async () => {
    const found = await ask("What is our MTTR for P1 incidents of checkout last week?");
    expect(found).toMatchObject({ answered: true, intent: "incidents.mttr" });
    expect(found.reading).toMatchObject([
      { part: "asked", label: "mean time to resolve", without: null },
      { part: "item", label: "checkout", without: "What is our MTTR for P1 incidents last week" },
      {
        part: "severity",
        label: "severity P1",
        options: expect.arrayContaining([
          { label: "P2", ask: "What is our MTTR for P2 incidents of checkout last week" },
        ]),
      },
      { part: "time", without: "What is our MTTR for P1 incidents of checkout" },
    ]);
  });

  test.each([
    "What is our MTTR for P1 incidents of checkout last week?",
    "What is the trend of P1 incidents per day this week?",
    "What changed on checkout since yesterday?",
    "Which service has the most P2 incidents?",
    "Which runbook executions failed?",
    "Which changes are upcoming this week?",
    "What are our costs by class this month?",
    "Who owns checkout?",
    "Top errors of checkout today",
    "How many error logs did we have today?",
    "Who is on call now?",
    "Which alert policies are enabled?",
    "Show traces with errors of checkout today",
    "Find fatal logs of checkout yesterday",
    "How is checkout doing?",
    "What is the p95 latency of checkout today?",
    "Who are the top talkers in the last 24 hours?",
  ])("%s: every question that is offered is answered by the same intent, with that part changed", async (question) => {
    const { intent, reading, answered } = await ask(question);
    if (!answered) return expect(reading).toEqual([]);
    expect(reading.length).toBeGreaterThan(0);
    for (const { part, without, options } of reading) {
      if (without !== null) {
        const left = await ask(without);
        expect(left, without).toMatchObject({ intent });
        expect(labels(left.reading), without).toEqual(labels(reading).filter((each) => each !== part));
      }
      for (const option of options.slice(0, 2)) {
        const changed = await ask(option.ask);
        expect(changed, option.ask).toMatchObject({ intent });
        expect(labels(changed.reading), option.ask).toEqual(labels(reading));
      }
    }
    return undefined;
  });

  test("of a follow-up belong to the whole question", async () => {
    const { conversation_id = null } = await ask("What is our MTTR for checkout?");
    const then = await ask("only P1", { conversation_id: conversation_id ?? "" });
    expect(then).toMatchObject({ answered: true, intent: "incidents.mttr" });
    const severity = then.reading.find(({ part }) => part === "severity");
    expect(severity?.without).toBe("What is our MTTR for checkout");
    expect(severity?.options[0]?.ask).toBe("What is our MTTR for checkout P2");
    const again = await ask(severity?.options[0]?.ask ?? "");
    expect(labels(again.reading)).toEqual(labels(then.reading));
  });
});

test("changes with conflicts are listed as changes, and conflicts as pairs", async () => {
  const [checkout] = (await owner.api.cmdb.items({ query: { q: "checkout" } })).items;
  const hour = 3_600_000;
  const window = { requested_start: at(24 * hour), requested_end: at(26 * hour) };
  const changes = [];
  for (const title of ["Patch kernel", "Rotate keys", "Move disk"])
    changes.push(
      await owner.api.changes.create({
        body: { title, type: "standard", ci_ids: title === "Move disk" ? [] : [checkout?.id ?? ""], ...window },
      }),
    );
  for (const { id } of changes) await owner.api.changes.update({ params: { id }, body: { status: "scheduled" } });
  for (const question of [
    "changes with conflicts",
    "which changes conflict?",
    "how many changes have conflicts",
    "conflicting changes",
  ]) {
    const found = await ask(question);
    expect(found.answer, question).toMatch(/^\*\*2 changes conflict with another one/);
    expect(found.answer, question).toContain("Rotate keys");
    expect(found.answer, question).not.toContain("Move disk");
  }
  expect((await ask("Are there conflicts between changes?")).answer).toMatch(/^\*\*1 conflict between changes/);
  expect((await ask("changes without conflicts")).answered).toBe(false);
});

test("items are found by their incidents, and other joins are refused by name", async () => {
  const { items } = await owner.api.cmdb.items();
  const idOf = (name: string) => items.find((item) => item.name === name)?.id ?? "";
  const { id } = await owner.api.incidents.create({
    body: { title: "Slow", severity: "P1", ci_ids: [idOf("checkout")] },
  });
  await owner.api.incidents.create({ body: { title: "Old", severity: "P3", ci_ids: [idOf("search")] } });
  for (const [question, count, name] of [
    ["services with an open incident", 2, "checkout"],
    ["which services have open P1 incidents", 1, "checkout"],
    ["how many services had P3 incidents today", 1, "search"],
    ["services with no P1 incidents", 1, "search"],
    ["services that are affected by incidents with severity P1 or P2", 1, "checkout"],
    ["databases with incidents", 0, "0"],
  ] as const) {
    const found = await ask(question);
    expect(found, question).toMatchObject({ answered: true, intent: expect.stringMatching(/^items\./) });
    expect(found.answer, question).toMatch(new RegExp(`^\\*\\*${count} configuration item`));
    expect(found.answer, question).toContain(name);
    // The chips ask questions that are read the same way.
    for (const { without, options } of found.reading)
      for (const other of [...(without === null ? [] : [without]), ...options.map(({ ask: next }) => next)])
        expect((await ask(other)).answered, other).toBe(true);
  }
  await owner.api.incidents.update({ params: { id }, body: { status: "open" } });
  expect(await ask("changes of services with P1 incidents")).toMatchObject({
    answered: false,
    not_understood: expect.arrayContaining(["services"]),
  });
  await owner.api.roles.create({ body: { name: "items", permissions: ["copilot:ask", "cmdb:read"] } });
  const narrow = await plane.person("items", owner);
  const refused = await narrow.api.copilot.query({ body: { query: "services with an open incident" } });
  expect(refused).toMatchObject({ answered: false, answer: expect.stringContaining("incidents:read") });
});

test.each([
  ["What is our MTTR excluding P1", "excluding"],
  ["MTTR of incidents not on checkout", "not"],
  ["what share of incidents this week were P1", "share"],
  ["what percentage of incidents are P1", "percentage"],
])("%s: the refusal names “%s”", async (question, word) => {
  expect(await ask(question)).toMatchObject({ answered: false, not_understood: expect.arrayContaining([word]) });
});

describe("on the page of an incident", () => {
  test("why, its cause and what changed before it come from its analysis, on the scale of the page", async () => {
    const someone = await plane.tenant();
    const { cmdb, incidents, response, changes } = someone.api;
    const { id } = await cmdb.create({ body: { name: "ledger", class: "service" } });
    const window = { requested_start: at(-3_600_000), requested_end: at(3_600_000) };
    const change = await changes.create({
      body: { title: "Upgrade ledger", type: "standard", ci_ids: [id], risk_level: "high", ...window },
    });
    for (const status of ["scheduled", "implementing"] as const)
      await changes.update({ params: { id: change.id }, body: { status } });
    const { reference } = await incidents.create({ body: { title: "Books are late", ci_ids: [id] } });
    const rca = await response.rca({ body: { incident_id: reference } });
    const [first] = rca.causes;
    expect(first?.kind).toBe("change");
    const scale = `${likelihood(rca.confidence).word}, ${Math.round(rca.confidence * 100)} %`;
    const onPage = (query: string) =>
      someone.api.copilot.query({ body: { query, context: { route: `/incidents/${reference}` } } });
    for (const question of ["why?", "Why did this happen?", "what is the cause", "What caused it?", "root cause"]) {
      const found = await onPage(question);
      expect(found, question).toMatchObject({ answered: true, intent: "incident.cause" });
      expect(plain(found.answer), question).toContain(first?.title);
      expect(found.answer, question).toContain(scale);
    }
    for (const question of ["what changed before it?", "What changed before this incident"]) {
      const found = await onPage(question);
      expect(found, question).toMatchObject({ answered: true, intent: "incident.changes" });
      expect(plain(found.answer), question).toContain(first?.title);
      expect(found.answer, question).toContain(`${likelihood(first?.score ?? 0).word}, `);
    }
    expect(plain((await onPage("Tell me about this incident")).answer)).toContain(
      `Most likely cause: ${first?.title} (${scale})`,
    );
    // Elsewhere nothing says which incident is meant.
    expect((await someone.api.copilot.query({ body: { query: "what is the cause" } })).answered).toBe(false);
  });
});

/** The words of markdown. */
function plain(answer: string): string {
  return answer
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, "$1")
    .replace(/\\(.)/g, "$1")
    .replaceAll("**", "");
}

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
