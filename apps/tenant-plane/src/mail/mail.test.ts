import { once } from "node:events";
import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Plane, startPlane } from "../../test/plane.ts";

let plane: Plane;
let port: number;
let sink: SMTPServer | undefined;
const letters: string[] = [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** A real SMTP server; an address that begins with "refused" is refused for good. */
async function startSink(): Promise<void> {
  sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (address, _session, done) => {
      if (address.address.startsWith("refused")) done(Object.assign(new Error("No such user"), { responseCode: 550 }));
      else done();
    },
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (part) => {
        text += part;
      });
      stream.on("end", () => {
        letters.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => sink?.listen(port, "127.0.0.1", resolve));
}

async function stopSink(): Promise<void> {
  await new Promise<void>((resolve) => (sink ? sink.close(() => resolve()) : resolve()));
  sink = undefined;
}

beforeAll(async () => {
  port = await freePort();
  plane = await startPlane({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_MS: "100",
    PUBLIC_URL: "https://ops.example.com",
  });
});
afterAll(async () => {
  await stopSink();
  await plane.close();
});

const invite = (email: string) =>
  plane.admin.api.users.create({ body: { email, name: "Ann Example", role: "viewer" } });
const invitationOf = async (id: string) => (await plane.admin.api.users.get({ params: { id } })).invitation;
const lettersTo = (email: string) =>
  letters.filter((letter) => letter.includes(`<${email}>`) || letter.includes(`To: ${email}`));

test("an invitation waits for the mail server and arrives once", async () => {
  const invited = await invite("waits@example.com");
  expect(invited.invitation).toBe("queued");
  await expect
    .poll(
      async () =>
        Number(
          /opsplane_mail_attempts_total\{outcome="unreachable"\} (\d+)/.exec(
            await (await fetch(`${plane.url}/metrics`)).text(),
          )?.[1],
        ),
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(await invitationOf(invited.id)).toBe("queued");
  await startSink();
  await expect.poll(() => invitationOf(invited.id), { timeout: 30_000 }).toBe("sent");
  expect(lettersTo("waits@example.com")).toHaveLength(1);
  const [letter = ""] = lettersTo("waits@example.com");
  expect(letter).toContain("https://ops.example.com");
  expect(letter).toContain(invited.temporary_password ?? "never");
  await plane.login(invited.email, invited.temporary_password ?? "");
});

test("a second one that is invited afterwards gets their own, and the first no other", async () => {
  const second = await invite("second@example.com");
  await expect.poll(() => invitationOf(second.id), { timeout: 20_000 }).toBe("sent");
  expect([lettersTo("waits@example.com").length, lettersTo("second@example.com").length]).toEqual([1, 1]);
});

test("a reset sends a new one", async () => {
  const person = await invite("again@example.com");
  await expect.poll(() => invitationOf(person.id), { timeout: 20_000 }).toBe("sent");
  await plane.admin.api.users.reset({ params: { id: person.id } });
  await expect.poll(() => lettersTo("again@example.com").length, { timeout: 20_000 }).toBe(2);
});

test("an address that is refused for good is marked failed, and is not tried again", async () => {
  const refused = await invite("refused@example.com");
  await expect.poll(() => invitationOf(refused.id), { timeout: 20_000 }).toBe("failed");
});
