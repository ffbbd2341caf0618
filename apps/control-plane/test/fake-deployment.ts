import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { TestControlPlane } from "./control-plane.ts";

export interface UpgradeRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A stand-in for a Tenant Plane and its operator's upgrade script, on loopback. */
export interface FakeDeployment {
  id: string;
  url: string;
  version: string;
  status: string;
  /** What the upgrade hook answers; a number above 299 refuses. */
  hookStatus: number;
  /** Called for each upgrade request, before it is answered. */
  onUpgrade: (request: UpgradeRequest) => void;
  requests: UpgradeRequest[];
  /** Signs the requests; empty without a hook. */
  secret: string;
  close(): void;
}

/** Registers a hosted deployment with the Control Plane. */
export async function fakeDeployment(
  plane: TestControlPlane,
  id: string,
  { version = "1.0.0", hook = true, channel = "stable" as "stable" | "beta" | "lts" } = {},
): Promise<FakeDeployment> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (request.url === "/api/health") {
      const health = { status: fake.status, version: fake.version, components: [] };
      response.writeHead(fake.status === "down" ? 503 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...health, data: health }));
      return;
    }
    const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    fake.requests.push(received);
    fake.onUpgrade(received);
    response.writeHead(fake.hookStatus).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const fake: FakeDeployment = {
    ...{ id, url, version, status: "ok", hookStatus: 202, requests: [], secret: "" },
    onUpgrade: () => undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await plane.staff.api.deployments.create({
    body: { id, name: id, mode: "dedicated", region: "eu", url, channel, service_secret: "a-secret-of-the-service" },
  });
  if (hook) {
    const body = { url: `${url}/upgrade` };
    fake.secret = (await plane.staff.api.rollouts.setHook({ params: { id }, body })).secret;
  }
  return fake;
}
