import { createClient, operations } from "@opsplane/contract";
import { fillTenant, openSender, openSimulation, sendHistory } from "@opsplane/demo";
import { showFirstLoad } from "./console/first-load.ts";
import { showLighthouse } from "./console/lighthouse.ts";
import { deepTrace, logLines } from "./console/load-data.ts";
import { showSmoothness } from "./console/smoothness.ts";
import { openTab } from "./console/tab.ts";
import { runBench, type Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { tempFolder } from "./temp-folder.ts";

const password = "correct horse battery staple";
const historyMs = 60 * 60_000;
const logCount = 100_000;
const spanCount = 10_000;
/** The page draws no more. */
const seriesCount = 200;

/** The console from its production build, with an hour of the demo shop, 100,000 log records and a trace of 10,000 spans. */
await runBench(async (scope) => {
  const { url } = await startProduct(scope, {
    DATA_DIR: await tempFolder(scope),
    BOOTSTRAP_ADMIN_PASSWORD: password,
    ACCESS_TOKEN_SECONDS: "86400",
  });
  const traceId = await fill(scope, url);
  const tab = await openTab(scope, url, { email: "admin@opsplane.local", password });
  await showFirstLoad(tab, ["/", "/logs", "/incidents"]);
  await showSmoothness(tab, {
    logs: { path: "/logs?q=service:bench-logs&from=now-3h&to=now", count: logCount },
    trace: { path: `/traces/${traceId}`, count: spanCount },
    chart: { path: "/metrics?a=last(*)&from=now-1h&to=now", count: seriesCount },
  });
  scope.check();
  await showLighthouse(tab, ["/", "/logs"]);
});

async function fill(scope: Scope, baseUrl: string): Promise<string> {
  const as = async (email: string, secret = password) => {
    const anyone = createClient(operations, { baseUrl });
    const { token, user } = await anyone.auth.token({ body: { email, password: secret } });
    const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
    return createClient(operations, { baseUrl, headers: () => headers });
  };
  const api = await as("admin@opsplane.local");
  const now = Math.floor(Date.now() / 1000) * 1000;
  const { token } = await api.collectors.create({ body: { name: "Bench" } });
  const send = openSender({ baseUrl, token, signal: new AbortController().signal });
  await sendHistory(openSimulation({ seed: 1 }), send, { from: now - historyMs, to: now }, async () => scope.check());
  await fillTenant({ api, as, password, now });
  for (const body of logLines(logCount, now)) await api.ingest.logs({ body });
  const { id, body } = deepTrace(spanCount, now);
  await api.ingest.otlpTraces({ body });
  return id;
}
