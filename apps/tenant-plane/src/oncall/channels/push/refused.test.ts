import { expect, test } from "vitest";
import { startPlane } from "../../../../test/plane.ts";
import { startPushService } from "../../../../test/push-service.ts";
import { refusalOf } from "../../../../test/refusal.ts";

test("without a setting a private push service is refused when it is saved, and by its name when it is sent to", async () => {
  const service = await startPushService();
  const plane = await startPlane();
  const { api } = await plane.tenant();
  const browser = service.browser();
  const subscribe = (endpoint: string) =>
    api.channels.create({
      body: { name: "Chrome", type: "browser", user_id: "me", config: { ...browser.subscription, endpoint } },
    });
  expect(await refusalOf(subscribe(browser.subscription.endpoint))).toMatchObject({
    status: 422,
    details: [{ path: "config.endpoint", message: expect.stringContaining("OUTBOUND_ALLOW_PRIVATE") }],
  });
  const { id } = await subscribe(browser.subscription.endpoint.replace("http://127.0.0.1", "https://localhost"));
  await api.channels.test({ params: { id } });
  const newest = async () => (await api.channels.deliveries({ params: { id } })).items[0];
  await expect.poll(newest).toMatchObject({
    status: "failed",
    response_status: null,
    error: expect.stringMatching(/^localhost \((127\.0\.0\.1|::1)\) is a loopback address.*OUTBOUND_ALLOW_PRIVATE/),
  });
  expect(browser.pushed).toEqual([]);
  await plane.close();
  service.close();
});
