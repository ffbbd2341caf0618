import { afterAll, beforeAll, expect, test } from "vitest";
import { type Plane, startPlane } from "../../../test/plane.ts";
import { failedAttempts, freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let port: number;
let sink: Sink | undefined;

beforeAll(async () => {
  port = await freePort();
  plane = await startPlane({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_MS: "100",
    PUBLIC_URL: "https://ops.example.com",
  });
});
afterAll(async () => {
  await sink?.stop();
  await plane.close();
});

const invite = (email: string) =>
  plane.admin.api.users.create({ body: { email, name: "Ann Example", role: "viewer" } });
const invitationOf = async (id: string) => (await plane.admin.api.users.get({ params: { id } })).invitation;
const lettersTo = (email: string) => (sink?.letters ?? []).filter((letter) => letter.includes(`<${email}>`));

test("an invitation waits for the mail server and arrives once", async () => {
  const invited = await invite("waits@example.com");
  expect(invited.invitation).toBe("queued");
  await expect.poll(() => failedAttempts(plane.url), { timeout: 180_000 }).toBeGreaterThanOrEqual(2);
  expect(await invitationOf(invited.id)).toBe("queued");
  sink = await startSink(port);
  await expect.poll(() => invitationOf(invited.id), { timeout: 180_000 }).toBe("sent");
  expect(lettersTo("waits@example.com")).toHaveLength(1);
  const [letter = ""] = lettersTo("waits@example.com");
  expect(letter).toContain("https://ops.example.com");
  expect(letter).toContain(invited.temporary_password ?? "never");
  await plane.login(invited.email, invited.temporary_password ?? "");
});

test("a second user gets a separate invitation, and the first gets no other", async () => {
  const second = await invite("second@example.com");
  await expect.poll(() => invitationOf(second.id), { timeout: 180_000 }).toBe("sent");
  expect([lettersTo("waits@example.com").length, lettersTo("second@example.com").length]).toEqual([1, 1]);
});

test("a reset sends a new one", async () => {
  const person = await invite("again@example.com");
  await expect.poll(() => invitationOf(person.id), { timeout: 180_000 }).toBe("sent");
  await plane.admin.api.users.reset({ params: { id: person.id } });
  await expect.poll(() => lettersTo("again@example.com").length, { timeout: 180_000 }).toBe(2);
});

test("a permanently refused address is marked failed and not retried", async () => {
  const refused = await invite("refused@example.com");
  await expect.poll(() => invitationOf(refused.id), { timeout: 180_000 }).toBe("failed");
});
