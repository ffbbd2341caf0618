import { expect, test } from "vitest";
import { startPlane } from "../../test/plane.ts";
import { startReceiver } from "../../test/receiver.ts";

test("without a setting a name of a private address is refused at delivery, with the reason, and nothing is sent", async () => {
  const receiver = await startReceiver();
  const plane = await startPlane();
  const { api } = await plane.tenant();
  const { port } = new URL(receiver.url);
  const { id } = await api.webhooks.create({ body: { name: "Inside", url: `http://localhost:${port}/` } });
  await api.incidents.create({ body: { title: "Not sent" } });
  const newest = async () => (await api.webhooks.deliveries({ params: { id } })).items[0];
  await expect.poll(newest).toMatchObject({
    status: "pending",
    attempts: 1,
    response_status: null,
    error: expect.stringMatching(/^localhost \((127\.0\.0\.1|::1)\) is a loopback address.*OUTBOUND_ALLOW_PRIVATE/),
  });
  expect(receiver.received).toEqual([]);
  await plane.close();
  receiver.close();
});
