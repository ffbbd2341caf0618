import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createServer, type TrustedProxies } from "./server.ts";

async function warnings(trustProxy: TrustedProxies, headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const app = await createServer({ log, metrics: createMetrics("0.0.0"), trustProxy, https: false });
  for (let n = 0; n < 3; n++) await app.inject({ url: "/api/nothing", headers });
  await app.close();
  return lines;
}

test("requests through an untrusted proxy are logged as a warning once", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7" };
  expect(await warnings({ hops: 0 }, forwarded)).toEqual([expect.stringContaining("TRUST_PROXY is not set")]);
  expect(await warnings({ hops: 0 }, {})).toEqual([]);
  expect(await warnings({ hops: 1 }, forwarded)).toEqual([]);
});
