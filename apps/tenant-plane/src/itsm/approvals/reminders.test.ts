import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../../test/approvals.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let office: Office;
let sink: Sink;
let records: pg.Client;

beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}`, APPROVAL_REMINDER_SECONDS: "1" });
  office = await anOffice(plane);
  records = new pg.Client({ connectionString: plane.databaseUrl });
  await records.connect();
});
afterAll(async () => {
  await records?.end();
  await plane?.close();
  await sink?.stop();
});

const remindersTo = ({ email }: Person, reference: string) =>
  sink.letters.filter(
    (letter) => letter.includes(`<${email}>`) && new RegExp(`^Subject: Reminder: ${reference}`, "m").test(letter),
  ).length;

const submitted = () =>
  office.asker.api.changes.create({
    body: { title: "Replace the switch", workflow_definition_id: office.chain.id, status: "pending_approval" },
  });

const stateOf = async (instanceId: string | null) =>
  (await records.query("select status from dbos.workflow_status where workflow_uuid = $1", [`remind-${instanceId}`]))
    .rows[0]?.status;

test("approvers who have not decided get three reminders, then the next step's get theirs", async () => {
  const { boss, member, deputy } = office;
  const { reference, workflow_instance_id: id } = await submitted();
  await expect.poll(() => remindersTo(boss, reference), { timeout: 180_000 }).toBe(3);
  expect(remindersTo(member, reference)).toBe(0);
  await decide(boss, id, "approved");
  for (const person of [member, deputy])
    await expect.poll(() => remindersTo(person, reference), { timeout: 180_000 }).toBeGreaterThan(0);
  expect(remindersTo(boss, reference)).toBe(3);
});

test("a decision or a withdrawal ends the wait", async () => {
  const [rejected, withdrawn] = [await submitted(), await submitted()];
  await expect.poll(() => stateOf(rejected.workflow_instance_id), { timeout: 180_000 }).toBe("PENDING");
  await decide(office.boss, rejected.workflow_instance_id, "rejected", { comment: "No." });
  await office.asker.api.changes.update({ params: { id: withdrawn.id }, body: { status: "draft" } });
  for (const { workflow_instance_id } of [rejected, withdrawn])
    await expect.poll(() => stateOf(workflow_instance_id), { timeout: 180_000 }).toBe("SUCCESS");
});
