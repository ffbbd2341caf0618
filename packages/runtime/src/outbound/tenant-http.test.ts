import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openOutbound } from "./outbound.ts";
import { openTenantHttp } from "./tenant-http.ts";

test("a tenant whose servers are slow is refused beyond its bound, and another is served", async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => held.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outcomes: string[] = [];
  const count = (outcome: string) => void outcomes.push(outcome);
  const http = openTenantHttp({ outbound: openOutbound("private"), places: 4, share: 2, spare: 2, count });

  const slow = [http.request("a", { url }), http.request("a", { url })];
  await expect(http.request("a", { url })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const other = http.request("b", { url });
  await expect.poll(() => held.length).toBe(3);
  for (const response of held) response.end("done");
  expect((await Promise.all([...slow, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(outcomes).toEqual(["busy", "answered", "answered", "answered"]);

  await expect(http.request("a", { url: "http://169.254.169.254/" })).rejects.toThrow("metadata");
  expect(outcomes.at(-1)).toBe("failed");
  await http.close();
  server.close();
});
