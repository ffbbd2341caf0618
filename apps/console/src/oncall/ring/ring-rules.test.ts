import { expect, test } from "vitest";
import { browserName, ringsOf } from "./ring-rules.ts";

const person = (id: string) => ({ id, name: id, email: `${id}@example.com` });
const incident = {
  ...{ id: "i", reference: "INC-00000002", title: "Checkout slow" },
  ...{ severity: "P1" as const, status: "open" as const },
};
const aPage = (notifications: { user: ReturnType<typeof person> | null; cycle: number; step: number }[]) => ({
  ...{ id: "p", incident, notifications },
});

test("a page rings for the people who were paged by it, and again for a later step or a repetition", () => {
  const first = { user: person("ada"), cycle: 0, step: 1 };
  const chat = { user: null, cycle: 0, step: 2 };
  const bob = { user: person("bob"), cycle: 0, step: 3 };
  const ring = { tag: "p", title: "[P1] INC-00000002: Checkout slow", path: "/incidents/INC-00000002" };
  expect(ringsOf([aPage([first, chat, bob])], "ada")).toEqual([{ ...ring, key: "p:0:1" }]);
  expect(ringsOf([aPage([first, bob, { ...first, cycle: 1 }])], "ada")).toEqual([{ ...ring, key: "p:1:1" }]);
  expect(ringsOf([aPage([chat, bob])], "ada")).toEqual([]);
});

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605 (KHTML, like Gecko) Version/26.0 Safari/605",
    "Safari on Mac",
  ],
  ["Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox on Android"],
  ["curl/8", "Browser"],
])("%s is named %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
