import type { Person } from "@opsplane/tenant-plane/testing/people";
import {
  claimsOf,
  type PushedBrowser,
  type PushService,
  startPushService,
} from "@opsplane/tenant-plane/testing/push-service";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newProfile, noProblems, openBrowser, pageProblems, signIn, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

// Profiles of their own, because a service worker stays in its profile.
const profiles: BrowserContext[] = [];
afterEach(async () => {
  for (const profile of profiles.splice(0)) await profile.close();
});

async function profileOf(person: Person): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newProfile(await openBrowser(), stage.plane.url);
  profiles.push(context);
  const page = await context.newPage();
  await signIn(page, person);
  return { context, page };
}

async function pageMe({ api, tokens }: Person, title: string) {
  const { id, reference } = await api.incidents.create({ body: { title, severity: "P1" } });
  const target = { type: "user" as const, id: tokens.user.id };
  const page = await api.oncall.page({ body: { incident_id: id, target } });
  return { id: page.id, reference, title: `[P1] ${reference}: ${title}` };
}

/** Chromium without a desktop has no push service and shows no notifications. */
const noDesktop = `
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  const shown = (parts) => parts && {
    endpoint: parts.endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(parts.key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: parts.endpoint, keys: { p256dh: parts.p256dh, auth: parts.auth } }),
    unsubscribe: () => endSubscription(),
  };
  PushManager.prototype.getSubscription = async () => shown(await readSubscription());
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => shown(await makeSubscription(applicationServerKey));
`;

/** The push service of a browser's vendor, as its browser talks with it. */
async function useOurPushService(context: BrowserContext, answers: { status: number }[]) {
  const made: PushedBrowser[] = [];
  let current: object | null = null;
  await context.exposeFunction("readSubscription", () => current);
  await context.exposeFunction("makeSubscription", (key: string) => {
    const browser = service.browser(answers[made.length]);
    made.push(browser);
    current ??= { ...browser.subscription, key };
    return current;
  });
  await context.exposeFunction("endSubscription", () => {
    current = null;
  });
  await context.addInitScript(noDesktop);
  return made;
}

test("a browser subscribes, its service worker shows the page that our server encrypted, and a click opens it", async () => {
  const boss = await stage.plane.tenant();
  const { context, page } = await profileOf(boss);
  const answer = { status: 201 };
  const made = await useOurPushService(context, [answer]);
  await page.goto("/oncall/channels");
  await page.getByRole("button", { name: "Ring in this browser" }).click();
  await page.getByText("Pages ring in this browser as Chrome on Linux").waitFor();
  expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  await page.getByRole("button", { name: "Test this browser" }).click();
  await page.getByRole("status", { name: "Test result" }).getByText("answered 201").waitFor();

  const paged = await pageMe(boss, "Checkout is down");
  await expect.poll(() => made[0]?.pushed.length).toBe(2);
  const { publicKey } = claimsOf(made[0]?.pushed[1]?.headers.authorization ?? "");
  expect(publicKey).toBe((await boss.api.channels.pushKey()).public_key);
  const message = made[0]?.messages()[1];
  expect(message).toMatchObject({ title: paged.title, page_id: paged.id });

  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("The console registered no service worker.");
  // Browsers look for a new version of it themselves.
  const file = await page.request.get("/push-worker.js");
  expect(worker.url()).toBe(file.url());
  expect(file.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-type": expect.stringContaining("javascript"),
  });
  await worker.evaluate(`
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  `);
  await deliver(page, JSON.stringify(message));
  await expect
    .poll(() => worker.evaluate<object[]>("self.shown"))
    .toMatchObject([{ title: paged.title, tag: paged.id, requireInteraction: true, renotify: true }]);

  await page.evaluate("window.stays = true");
  await worker.evaluate(`
    const [{ data }] = self.shown;
    self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification: { data, close() {} } }));
  `);
  await page.waitForURL(`**/incidents/${paged.reference}`);
  expect(await page.evaluate("window.stays")).toBe(true);

  // The vendor forgets the browser.
  answer.status = 410;
  await page.goBack();
  await page.getByRole("button", { name: "Test this browser" }).click();
  await page.getByText("so pages do not reach it").waitFor();
  const mine = page.getByRole("list", { name: "My channels" }).getByRole("listitem");
  await mine.getByText("press Renew").waitFor();
  expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByText("Pages ring in this browser as Chrome on Linux").waitFor();
  await page.getByRole("button", { name: "Test this browser" }).click();
  await expect.poll(() => made[1]?.messages().length).toBe(1);
  expect(await mine.count()).toBe(1);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Ring in this browser" }).waitFor();
});

/** Hands a message to the service worker, as Chromium does with one of its push service. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(stage.plane.url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  await session.send("ServiceWorker.deliverPushMessage", { origin: stage.plane.url, registrationId, data });
  await session.detach();
}

/** What the console does with the speakers and the desktop. */
const spies = `
  window.notes = [];
  window.tones = 0;
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) { window.notes.push({ title, ...options }); }
    close() {}
  };
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.tones += 1;
    return start.apply(this, when);
  };
`;

test("an open console rings by itself: a notification, a sound and the title, until someone looks or acknowledges", async () => {
  const boss = await stage.plane.tenant();
  const { context, page } = await profileOf(boss);
  await context.addInitScript(spies);
  await page.goto("/incidents");
  await untilLive(page);
  const tones = () => page.evaluate<number>("window.tones");
  // Browsers let a page sound once it was used.
  await page.mouse.click(640, 400);
  expect(await tones()).toBe(0);

  const first = await pageMe(boss, "Checkout is down");
  await expect.poll(() => page.title()).toBe(`(!) ${first.title} · Incidents · Opsplane`);
  expect(await page.evaluate("window.notes")).toMatchObject([{ title: first.title, tag: first.id }]);
  await expect.poll(tones).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await page.keyboard.press("Shift");
      return page.title();
    })
    .toBe("Incidents · Opsplane");

  const second = await pageMe(boss, "Payments are slow");
  await expect.poll(() => page.title()).toContain(`(!) ${second.title}`);
  await boss.api.oncall.acknowledge({ params: { id: second.id } });
  await expect.poll(() => page.title()).toBe("Incidents · Opsplane");
  // A page that was looked at does not ring again.
  await page.reload();
  await untilLive(page);
  await expect.poll(() => page.title()).toBe("Incidents · Opsplane");
  expect(await page.evaluate("window.notes")).toEqual([]);

  await page.goto("/oncall/channels");
  await page.getByRole("switch", { name: "Sound" }).uncheck({ force: true });
  await untilLive(page);
  const quiet = await pageMe(boss, "Search is slow");
  await expect.poll(() => page.title()).toContain(`(!) ${quiet.title}`);
  await boss.api.oncall.acknowledge({ params: { id: quiet.id } });
  await expect.poll(() => page.title()).not.toContain("(!)");
  expect(await tones()).toBe(0);

  // Chromium of the tests has no push service.
  await page.getByRole("button", { name: "Ring in this browser" }).click();
  await page.getByRole("alert").getByText("can't reach its push service").waitFor();
  expect((await boss.api.channels.list()).items).toEqual([]);
});

test("a browser that blocks notifications says how to allow them", async () => {
  const { page } = await stage.fresh();
  await page.goto("/oncall/channels");
  await page.getByText("Notifications of this site are blocked in this browser.").waitFor();
  expect(await page.getByRole("button", { name: "Ring in this browser" }).count()).toBe(0);
});
