import type { IncidentAnalysis, TimelineEntry } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aChange } from "../../test/a-change.ts";
import { aRunbook, executionWhen, unique } from "../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
let boss: Person;
let database: pg.Client;
const failures: string[] = [];

beforeAll(async () => {
  const onLog = (line: string) => void (line.includes("a response failed") && failures.push(line));
  plane = await startPlane({ RESPONSE_RETRY_MS: "500" }, { onLog });
  boss = plane.admin;
  database = new pg.Client(plane.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await plane.close();
});

const anItem = (name: string, itsClass = "service", as = boss) =>
  as.api.cmdb.create({ body: { name: unique(name), class: itsClass } });
const dependsOn = (source: { id: string }, target: { id: string }) =>
  boss.api.cmdb.relate({ body: { source_id: source.id, target_id: target.id, type: "depends_on" } });
const look = { id: "look", type: "manual", title: "Look", instructions: "At the log." } as const;
const inject = (body: object = {}, as = boss) => as.api.response.inject({ body });
const analyze = (incident_id: string, as = boss) => as.api.response.rca({ body: { incident_id } });

async function analysisWhen(
  id: string,
  status: IncidentAnalysis["status"] = "finished",
  as = boss,
): Promise<IncidentAnalysis> {
  return vi.waitFor(
    async () => {
      const analysis = await as.api.response.latestRca({ params: { id } });
      expect(analysis.status).toBe(status);
      return analysis;
    },
    { timeout: 120_000, interval: 50 },
  );
}

async function entriesOf(id: string, kind: TimelineEntry["kind"]) {
  const { items } = await boss.api.incidents.timeline({ params: { id } });
  return items.filter((entry) => entry.kind === kind);
}

async function entryWhen(id: string, kind: TimelineEntry["kind"]) {
  await expect.poll(async () => (await entriesOf(id, kind)).length).toBe(1);
  return (await entriesOf(id, kind))[0];
}

describe("an injected incident", () => {
  test("is analyzed and gets suggestions, and its timeline says what was found", async () => {
    const item = await anItem("orders-db", "database");
    const runbook = await aRunbook(boss, [look], { ci_classes: ["database"] });
    const incident = await inject({ title: "Orders fail", severity: "P1", source: "probe", ci_ids: [item.id] });
    expect(incident).toMatchObject({ title: "Orders fail", severity: "P1", source: "probe", status: "triggered" });

    const { rca, error } = await analysisWhen(incident.id);
    expect([error, rca?.engine, rca?.confidence, rca?.causes]).toEqual([null, "builtin", 0, []]);
    expect(rca?.checked).toHaveLength(5);
    expect(await entryWhen(incident.id, "analysis")).toMatchObject({
      actor: "automation",
      body: "Found no likely cause in changes and incidents of the affected CIs and what they depend on.",
    });
    expect(await entryWhen(incident.id, "runbook")).toMatchObject({
      body: `Suggested the runbook ${runbook.name}.`,
      changes: { links: { to: { [runbook.name]: `/runbooks/${runbook.id}` } } },
    });
    const audited = await boss.api.audit.list({ query: { target_id: incident.id, action: "response.suggestions" } });
    expect(audited.items).toMatchObject([{ after: { runbooks: [runbook.name] } }]);
  });

  test("has sensible defaults", async () => {
    const incident = await inject();
    expect(incident).toMatchObject({ title: "Test incident", severity: "P3", source: "demo", ci_ids: [] });
    const { rca } = await analysisWhen(incident.reference);
    expect(rca?.summary).toContain("the incident names no CI");
  });

  test("an incident below P2 that a person opens is not analyzed by itself", async () => {
    const { id } = await boss.api.incidents.create({ body: { title: "By hand" } });
    expect(await boss.api.response.latestRca({ params: { id } })).toEqual({
      status: "none",
      error: null,
      rca: null,
      feedback: [],
    });
    const rca = await analyze(id);
    expect(await boss.api.response.latestRca({ params: { id } })).toEqual({
      status: "none",
      error: null,
      rca,
      feedback: [],
    });
  });
});

describe("a P1 or P2 that a person opens", () => {
  const open = (severity: "P1" | "P2", as = boss) =>
    as.api.incidents.create({ body: { title: "Nothing works", severity } });

  test.each(["P1", "P2"] as const)("%s is analyzed once by itself, without suggestions or pages", async (severity) => {
    const { id } = await open(severity);
    const { rca } = await analysisWhen(id);
    expect(rca?.engine).toBe("builtin");
    await entryWhen(id, "analysis");
    // Later changes of the severity start nothing.
    await boss.api.incidents.update({ params: { id }, body: { severity: "P3" } });
    await boss.api.incidents.update({ params: { id }, body: { severity: "P1" } });
    const { items } = await boss.api.incidents.timeline({ params: { id } });
    const kinds = items.map(({ kind }) => kind).filter((kind) => kind !== "edited");
    expect(kinds.sort()).toEqual(["analysis", "created"]);
    const { rows } = await database.query("select part from response_jobs where incident_id = $1", [id]);
    expect(rows).toEqual([{ part: "analysis" }]);
  });

  test("is open at once, also while analyses cannot read, and is analyzed when they can", async () => {
    const item = await anItem("stuck");
    await database.query("revoke select on change_items from opsplane_runtime");
    const { id, status } = await boss.api.incidents.create({
      body: { title: "Stuck", severity: "P1", ci_ids: [item.id] },
    });
    expect(status).toBe("triggered");
    await expect.poll(() => failures.filter((line) => line.includes(id)).length).toBeGreaterThan(0);
    await database.query("grant select on change_items to opsplane_runtime");
    await analysisWhen(id);
  });

  test("many at once of one tenant do not delay that of another", async () => {
    const [loud, quiet] = [await plane.tenant(), await plane.tenant()];
    const storm = await Promise.all(Array.from({ length: 30 }, () => open("P1", loud)));
    const { id } = await open("P1", quiet);
    await analysisWhen(id, "finished", quiet);
    const { rows } = await database.query(
      "select count(*)::int as waiting from response_jobs where incident_id = any ($1) and status = 'running'",
      [storm.map((incident) => incident.id)],
    );
    expect(rows[0].waiting).toBeGreaterThan(10);
    for (const incident of storm) await analysisWhen(incident.id, "finished", loud);
  });
});

describe("an analysis", () => {
  test("finds a change of what the CI depends on", async () => {
    const [web, db] = [await anItem("checkout"), await anItem("pay-db", "database")];
    await dependsOn(web, db);
    await aChange(plane, { status: "implementing", fromHours: -0.5, toHours: 1, item: db.id });
    await aChange(plane, { status: "rejected", fromHours: -0.5, toHours: 1, item: db.id });
    const incident = await inject({ title: "Checkout fails", ci_ids: [web.id] });
    const { rca } = await analysisWhen(incident.id);
    expect(rca?.causes).toHaveLength(1);
    expect(rca?.causes[0]).toMatchObject({ kind: "change", ci_id: db.id });
    expect(rca?.summary).toMatch(
      new RegExp(`^Likely cause: change CHG-\\d+ \\(a change\\) on ${db.name}, 1 hop upstream, .* \\[E1, E2\\]\\.$`),
    );
    expect(rca?.causes[0]?.evidence.map(({ kind }) => kind)).toEqual(["change", "relation"]);
    const entry = await entryWhen(incident.id, "analysis");
    expect(entry?.body).toMatch(/^Found a likely cause: change CHG-/);
    const [reference = ""] = /CHG-\d+/.exec(entry?.body ?? "") ?? [];
    expect(entry?.changes.links?.to).toEqual({ [reference]: `/changes/${reference}` });
  });

  test("finds an open incident upstream, three levels away, and not one of an unrelated CI", async () => {
    const [web, api, db, node, other] = await Promise.all(["web", "api", "db", "node", "other"].map((n) => anItem(n)));
    if (!web || !api || !db || !node || !other) throw new Error("five items");
    await dependsOn(web, api);
    await dependsOn(api, db);
    await dependsOn(db, node);
    const cause = await boss.api.incidents.create({
      body: { title: "Node is down", severity: "P1", ci_ids: [node.id] },
    });
    await boss.api.incidents.create({ body: { title: "Unrelated", ci_ids: [other.id] } });
    const { id } = await boss.api.incidents.create({ body: { title: "Web fails", ci_ids: [web.id] } });
    const { causes, timeline } = await analyze(id);
    expect(causes).toMatchObject([{ kind: "incident", incident_id: cause.id, ci_id: node.id }]);
    expect(causes[0]?.evidence[1]?.text).toBe(
      `${web.name} depends on ${api.name}; ${api.name} depends on ${db.name}; ${db.name} depends on ${node.name}.`,
    );
    expect(timeline.map(({ text }) => text.split(" ")[0])).toEqual([cause.reference, expect.stringMatching(/^INC-/)]);
  });

  test("finds an execution that restarted something on the CI, and not its dry run", async () => {
    const item = await anItem("cart");
    const { id: earlier } = await boss.api.incidents.create({ body: { title: "Cart is slow", ci_ids: [item.id] } });
    await boss.api.incidents.update({ params: { id: earlier }, body: { status: "open" } });
    const restart = { id: "restart", type: "command", title: "Restart", command: "systemctl restart cart" } as const;
    const { id } = await aRunbook(boss, [look, restart]);
    const dry = await boss.api.executions.execute({ params: { id }, body: { incident_id: earlier, dry_run: true } });
    const run = await boss.api.executions.execute({ params: { id }, body: { incident_id: earlier } });
    const { id: incident } = await boss.api.incidents.create({ body: { title: "Cart is down", ci_ids: [item.id] } });
    const { causes, checked, timeline } = await analyze(incident);
    expect(causes[0]).toMatchObject({ kind: "execution", execution_id: run.id, ci_id: item.id });
    expect(causes[0]?.evidence[0]).toMatchObject({
      link: `/executions/${run.reference}`,
      text: expect.stringMatching(/ started less than a minute before .* It runs “systemctl restart cart”\.$/),
    });
    expect(checked).toContain("Runbook executions on these CIs in the 24 hours before: 1.");
    expect(JSON.stringify([causes, timeline])).not.toContain(dry.reference);
    // The executions for an incident are not its cause.
    expect((await analyze(earlier)).causes.filter(({ kind }) => kind === "execution")).toEqual([]);
  });

  test("finds an execution that followed an incident, unless it repaired that incident", async () => {
    const item = await anItem("basket");
    const { id: earlier } = await boss.api.incidents.create({ body: { title: "Basket is slow", ci_ids: [item.id] } });
    const { id } = await aRunbook(boss, [look]);
    const run = await boss.api.executions.execute({ params: { id }, body: { incident_id: earlier } });
    const isWaiting = ({ status }: { status: string }) => status === "waiting";
    await executionWhen(boss, run.id, isWaiting);
    await boss.api.executions.decide({ params: { id: run.id }, body: { step: "look", decision: "approved" } });
    await executionWhen(boss, run.id);
    const next = await boss.api.incidents.create({ body: { title: "Basket is down", ci_ids: [item.id] } });
    const executions = async () =>
      (await analyze(next.id)).causes.filter(({ kind }) => kind === "execution").map((cause) => cause.execution_id);
    expect(await executions()).toEqual([run.id]);
    for (const body of [
      { status: "open" },
      { status: "acknowledged" },
      { status: "investigating" },
      { status: "resolved", resolution_notes: "Restarted." },
    ] as const)
      await boss.api.incidents.update({ params: { id: earlier }, body });
    const last = await boss.api.incidents.create({ body: { title: "Basket is down again", ci_ids: [item.id] } });
    expect((await analyze(last.id)).causes.filter(({ kind }) => kind === "execution")).toEqual([]);
  });

  test("finds the CI that the title names when the incident has none", async () => {
    const item = await anItem("mail-relay");
    await aChange(plane, { status: "completed", fromHours: -2, toHours: -1, item: item.id });
    const { reference } = await boss.api.incidents.create({ body: { title: `${item.name} rejects mail` } });
    const { causes, checked } = await analyze(reference.toLowerCase());
    expect(causes).toMatchObject([{ kind: "change", ci_id: item.id }]);
    expect(checked[0]).toBe("1 CI named in the title and 0 CIs upstream, up to 3 hops.");
  });

  test("can run twice at once, and the last ten are kept", async () => {
    const { id } = await boss.api.incidents.create({ body: { title: "Twice" } });
    const [one, two] = await Promise.all([analyze(id), analyze(id)]);
    expect(one.id).not.toBe(two.id);
    for (let n = 0; n < 10; n++) await analyze(id);
    const last = await analyze(id);
    expect((await boss.api.response.latestRca({ params: { id } })).rca).toEqual(last);
    const { rows } = await database.query("select from rca_results where incident_id = $1", [id]);
    expect(rows).toHaveLength(10);
  });

  test("of an unknown incident is 404, without one 422, and by a viewer 403", async () => {
    const viewer = await plane.person("viewer");
    const [stranger, { id, reference }] = [await plane.tenant(), await inject()];
    for (const unknown of ["INC-99999999", "01890000-0000-7000-8000-000000000000", "nothing"])
      expect(await refusalOf(analyze(unknown))).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect((await refusalOf(analyze(id, stranger))).status).toBe(404);
    expect((await refusalOf(stranger.api.response.latestRca({ params: { id } }))).status).toBe(404);
    expect((await refusalOf(stranger.api.response.suggestions({ params: { id: reference } }))).status).toBe(404);
    // @ts-expect-error The incident is missing.
    expect((await refusalOf(boss.api.response.rca({ body: {} }))).status).toBe(422);
    expect((await refusalOf(analyze(id, viewer))).status).toBe(403);
    expect((await refusalOf(inject({}, viewer))).status).toBe(403);
    await analysisWhen(id, "finished", viewer);
    expect(await viewer.api.response.suggestions({ params: { id } })).toEqual(expect.any(Array));
  });
});

describe("suggestions", () => {
  test("prefer runbooks that solved similar incidents", async () => {
    const item = await anItem("cache", unique("cache_class"));
    const used = await aRunbook(boss, [look], { name: unique("Flush"), ci_classes: [item.class] });
    const fitting = await aRunbook(boss, [look], { name: unique("Restart"), ci_classes: [item.class] });
    await aRunbook(boss, [look], { name: unique("Draft"), ci_classes: [item.class], status: "draft" });
    const earlier = await boss.api.incidents.create({ body: { title: "Earlier", ci_ids: [item.id] } });
    const { id } = await boss.api.executions.execute({
      params: { id: used.id },
      body: { incident_id: earlier.reference },
    });
    await executionWhen(boss, id, ({ status }) => status === "waiting");
    await boss.api.executions.decide({ params: { id }, body: { step: "look", decision: "approved" } });
    await executionWhen(boss, id);

    const incident = await boss.api.incidents.create({ body: { title: "Again", ci_ids: [item.id] } });
    const found = await boss.api.response.suggestions({ params: { id: incident.reference } });
    expect(found.map(({ runbook_id }) => runbook_id)).toEqual([used.id, fitting.id]);
    expect(found[0]).toMatchObject({
      executions: 1,
      succeeded: 1,
      reasons: expect.arrayContaining([`Made for ${item.class}`]),
    });
    expect(found[0]?.reasons).toContain("Solved 1 of 1 similar incident");
  });
});

describe("when a part fails", () => {
  /** The server can no longer read this table, as after a bad migration of roles. */
  const close = (table: string) => database.query(`revoke select on ${table} from opsplane_runtime`);
  const open = (table: string) => database.query(`grant select on ${table} to opsplane_runtime`);
  const failuresOf = (id: string) => failures.filter((line) => line.includes(id)).length;

  test("it is tried again and leaves one entry, and the other part is not affected", async () => {
    const item = await anItem("flaky");
    await close("change_items");
    const { id } = await inject({ ci_ids: [item.id] });
    await expect.poll(() => failuresOf(id)).toBeGreaterThan(0);
    await entryWhen(id, "runbook");
    expect(await boss.api.response.latestRca({ params: { id } })).toMatchObject({ status: "running", rca: null });
    await open("change_items");
    await analysisWhen(id);
    expect(await entriesOf(id, "analysis")).toHaveLength(1);
    expect(await entriesOf(id, "runbook")).toHaveLength(1);
  });

  test("after the last attempt the timeline says why, and a person can analyze it again", async () => {
    const item = await anItem("broken");
    await close("runbooks");
    await close("change_items");
    const { id } = await inject({ ci_ids: [item.id] });
    const { error, rca } = await analysisWhen(id, "failed");
    expect([error, rca]).toEqual(["The server reported an error; its log has the details.", null]);
    expect((await entryWhen(id, "analysis"))?.body).toBe(`Could not analyze the cause. ${error}`);
    expect((await entryWhen(id, "runbook"))?.body).toBe(`Could not suggest runbooks. ${error}`);
    expect(failuresOf(id)).toBe(10);
    await open("runbooks");
    await open("change_items");
    const again = await analyze(id);
    expect((await boss.api.response.latestRca({ params: { id } })).rca).toEqual(again);
  });
});
