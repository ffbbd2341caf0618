import { afterAll, beforeAll, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../../test/approvals.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let office: Office;
let sink: Sink;

beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}`, APPROVAL_REMINDER_SECONDS: "60" });
  office = await anOffice(plane);
});
afterAll(async () => {
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

/** A minute passes, and what is due then is sent. */
async function aMinuteLater(): Promise<void> {
  plane.travel(61_000);
  await plane.schedules.runNow("approvals.reminders");
}

test("approvers who have not decided get three reminders, then the next step's get theirs", async () => {
  const { boss, member, deputy } = office;
  const { reference, workflow_instance_id: id } = await submitted();
  await plane.schedules.runNow("approvals.reminders");
  for (const number of [1, 2, 3, 3]) {
    await aMinuteLater();
    await expect.poll(() => remindersTo(boss, reference)).toBe(number);
  }
  expect(remindersTo(member, reference)).toBe(0);
  await decide(boss, id, "approved");
  await aMinuteLater();
  for (const person of [member, deputy]) await expect.poll(() => remindersTo(person, reference)).toBe(1);
  expect(remindersTo(boss, reference)).toBe(3);
});

test("after a decision or a withdrawal nobody is reminded", async () => {
  const [rejected, withdrawn, waiting] = [await submitted(), await submitted(), await submitted()];
  await decide(office.boss, rejected.workflow_instance_id, "rejected", { comment: "No." });
  await office.asker.api.changes.update({ params: { id: withdrawn.id }, body: { status: "draft" } });
  await aMinuteLater();
  await expect.poll(() => remindersTo(office.boss, waiting.reference)).toBe(1);
  for (const { reference } of [rejected, withdrawn]) expect(remindersTo(office.boss, reference)).toBe(0);
});
