import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";
import { freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

const day = 86_400_000;
let plane: Plane;
let sink: Sink;
let port: number;

beforeAll(async () => {
  port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RETRY_MS: "50" });
});
afterAll(async () => {
  await plane.close();
  await sink.stop();
});

/** An admin by API key, which stays valid when the clock moves by days. */
async function admin(): Promise<Person> {
  const person = await plane.tenant();
  const { key } = await person.api.apiKeys.create({ body: { name: "Test", role: "admin" } });
  const headers = { ...person.headers, authorization: `Bearer ${key}` };
  return { ...person, headers, api: plane.api(headers) };
}

/** Mails to an address about a report. */
const lettersTo = (email: string, name: string) =>
  sink.letters.filter(
    (letter) => new RegExp(`^To: .*${email}`, "m").test(letter) && letter.includes(`Subject: ${name}`),
  );

/** Of the header, which can be folded. */
function unsubscribeUrl(mail: string): string {
  return /^List-Unsubscribe:\s+<([^>]*)>/m.exec(mail)?.[1]?.replaceAll(/\s/g, "") ?? "";
}

async function nextSlot({ api }: Person, id: string): Promise<void> {
  const before = (await api.reports.runs({ params: { id } })).total;
  plane.travel(day);
  await plane.schedules.runNow("cron");
  await vi.waitUntil(
    async () => {
      const { items, total } = await api.reports.runs({ params: { id } });
      return total > before && items.every(({ status }) => status === "succeeded");
    },
    { timeout: 180_000, interval: 50 },
  );
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 180_000, interval: 50 });

test("a scheduled run is mailed to each address of its lists: the figures in the mail, the report as a file", async () => {
  const boss = await admin();
  await boss.api.incidents.create({ body: { title: "Checkout is down", severity: "P1" } });
  const { id } = await boss.api.reports.create({
    body: {
      name: "Daily figures",
      type: "Custom",
      format: "CSV",
      schedule: "Daily",
      data_sources: ["Incidents"],
      parameters: { range: "last_90_days" },
    },
  });
  const list = await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "Management", recipients: ["Ann@Example.com", "refused@example.com", "bob@example.com"] },
  });
  await boss.api.reportSubscriptions.create({ params: { id }, body: { name: "All", recipients: ["ann@example.com"] } });
  await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "Paused", enabled: false, recipients: ["carol@example.com"] },
  });
  await nextSlot(boss, id);
  await until(() => ["ann@example.com", "bob@example.com"].every((to) => lettersTo(to, "Daily figures").length > 0));

  const [mail = ""] = lettersTo("ann@example.com", "Daily figures");
  expect(mail).toMatch(/Content-Type: text\/html/);
  expect(mail).toContain(`filename=report-${id}.csv`);
  expect(unsubscribeUrl(mail)).toMatch(/^http.*\/unsubscribe#./);
  const attachment = mail.split(`filename=report-${id}.csv`)[1]?.split("\r\n\r\n")[1]?.replaceAll(/\s/g, "") ?? "";
  expect(Buffer.from(attachment, "base64").toString()).toContain("Incidents,Summary,Incidents,");

  // The address that the mail server refused is marked, and stops nobody else.
  const recipients = async () =>
    (await boss.api.reportSubscriptions.list({ params: { id } })).items[0]?.recipients ?? [];
  await vi.waitUntil(
    async () => (await recipients()).every(({ last_error, last_sent_at }) => last_error ?? last_sent_at),
    {
      ...{ timeout: 180_000, interval: 50 },
    },
  );
  expect(await recipients()).toMatchObject([
    { email: "ann@example.com", state: "active", last_error: null },
    { email: "bob@example.com", state: "active" },
    { email: "refused@example.com", state: "bouncing", last_error: "The mail server refused the address for good." },
  ]);
  expect(list.recipients.map(({ email }) => email)).toContain("ann@example.com");
  // Two lists have Ann, and she got one mail; a paused list gets none.
  expect(lettersTo("ann@example.com", "Daily figures").length).toBe(1);
  expect(lettersTo("carol@example.com", "Daily figures")).toEqual([]);
});

test("who unsubscribes gets no more mails, and an edit of the list changes nothing about that", async () => {
  const boss = await admin();
  const { id } = await boss.api.reports.create({
    body: { name: "Unwanted", type: "Custom", schedule: "Daily", data_sources: ["Incidents"] },
  });
  const { id: subscription_id } = await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "Everyone", recipients: ["dave@example.com", "eve@example.com"] },
  });
  await nextSlot(boss, id);
  await until(() => lettersTo("dave@example.com", "Unwanted").length === 1);
  await until(() => lettersTo("eve@example.com", "Unwanted").length === 1);

  const [mail = ""] = lettersTo("dave@example.com", "Unwanted");
  const token = unsubscribeUrl(mail).split("#")[1] ?? "";
  expect(await plane.anyone.reportSubscriptions.unsubscribe({ body: { token } })).toEqual({
    ...{ report_name: "Unwanted", email: "dave@example.com" },
  });
  await boss.api.reportSubscriptions.update({
    params: { id, subscription_id },
    body: { recipients: ["dave@example.com", "eve@example.com", "frank@example.com"] },
  });
  const { items } = await boss.api.reportSubscriptions.list({ params: { id } });
  expect(items[0]?.recipients.map(({ email, state }) => [email, state])).toEqual([
    ["dave@example.com", "unsubscribed"],
    ["eve@example.com", "active"],
    ["frank@example.com", "active"],
  ]);
  await nextSlot(boss, id);
  await until(() => lettersTo("eve@example.com", "Unwanted").length === 2);
  await until(() => lettersTo("frank@example.com", "Unwanted").length === 1);
  expect(lettersTo("dave@example.com", "Unwanted").length).toBe(1);

  const forged = `${token.slice(0, -4)}AAAA`;
  for (const wrong of [forged, "x"])
    expect(await refusalOf(plane.anyone.reportSubscriptions.unsubscribe({ body: { token: wrong } }))).toMatchObject({
      status: 404,
    });
});

test("a mail server that is away gets the mails later", async () => {
  const boss = await admin();
  const { id } = await boss.api.reports.create({
    body: { name: "Late", type: "Custom", schedule: "Daily", data_sources: ["Incidents"] },
  });
  await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "List", recipients: ["gina@example.com"] },
  });
  const letters = sink.letters;
  await sink.stop();
  await nextSlot(boss, id);
  sink = await startSink(port);
  sink.letters.unshift(...letters);
  await until(() => lettersTo("gina@example.com", "Late").length === 1);
});

test("a failed run is mailed to nobody and says why", async () => {
  const boss = await admin();
  // This plane has no ClickHouse.
  const { id } = await boss.api.reports.create({
    body: { name: "Broken", type: "Custom", schedule: "Daily", data_sources: ["FinOps"] },
  });
  await boss.api.reportSubscriptions.create({
    params: { id },
    body: { name: "List", recipients: ["hal@example.com"] },
  });
  plane.travel(day);
  await plane.schedules.runNow("cron");
  await vi.waitUntil(async () => (await boss.api.reports.get({ params: { id } })).last_run?.status === "failed", {
    timeout: 180_000,
    interval: 50,
  });
  const { last_run } = await boss.api.reports.get({ params: { id } });
  expect(last_run).toMatchObject({ trigger: "schedule", started_by: "schedule", size: null });
  expect(last_run?.error).toMatch(/^The data source FinOps failed/);
  expect(lettersTo("hal@example.com", "Broken")).toEqual([]);
});

test("addresses are checked, and lists belong to their report", async () => {
  const boss = await admin();
  const one = await boss.api.reports.create({ body: { name: "One", type: "Custom", data_sources: ["Incidents"] } });
  const two = await boss.api.reports.create({ body: { name: "Two", type: "Custom", data_sources: ["Incidents"] } });
  const add = (recipients: string[]) =>
    boss.api.reportSubscriptions.create({ params: { id: one.id }, body: { name: "List", recipients } });
  expect(await refusalOf(add([]))).toMatchObject({ status: 422 });
  expect(await refusalOf(add(["nobody"]))).toMatchObject({ status: 422 });
  const list = await add(["ann@example.com"]);
  const wrong = { params: { id: two.id, subscription_id: list.id } };
  expect(await refusalOf(boss.api.reportSubscriptions.remove(wrong))).toMatchObject({ status: 404 });
  const stranger = await admin();
  expect(await refusalOf(stranger.api.reportSubscriptions.list({ params: { id: one.id } }))).toMatchObject({
    status: 404,
  });
});
