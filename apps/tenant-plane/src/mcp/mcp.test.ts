import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";

let plane: SharedPlane;
let owner: Person;

beforeAll(async () => {
  plane = await sharedPlane();
  owner = await plane.tenant();
  await owner.api.incidents.create({ body: { title: "Disk full", severity: "P1" } });
});

/** The official client, with a token only: the token names the tenant. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL("/api/mcp", plane.url);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  return client;
}

const textOf = (result: unknown): string => JSON.stringify(result);

test("the official client lists the tools and calls one", async () => {
  const { key } = await owner.api.apiKeys.create({ body: { name: "Assistant", role: "viewer" } });
  const client = await connect(key);
  expect(client.getServerVersion()).toMatchObject({ name: "opsplane" });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(35);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  const result = await client.callTool({ name: "count_incidents", arguments: { open: true, by: "severity" } });
  const text = textOf(result);
  expect(text).toContain('\\"count\\":1');
  expect(text).toContain(`${plane.url}/incidents`);
  await client.close();
});

test("tools that the caller may not use are neither listed nor run", async () => {
  await owner.api.roles.create({ body: { name: "narrow", permissions: ["copilot:ask", "oncall:read"] } });
  const client = await connect((await plane.person("narrow", owner)).tokens.token);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("who_is_on_call");
  expect(names).not.toContain("count_incidents");
  const refused = await client.callTool({ name: "count_incidents", arguments: {} });
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toContain("incidents:read");
  await client.close();
});

test("a wrong input and an unknown tool are reported, and nothing is written", async () => {
  const client = await connect(owner.tokens.token);
  const wrong = await client.callTool({ name: "count_incidents", arguments: { severity: ["P9"] } });
  expect(wrong.isError).toBe(true);
  expect(textOf(wrong)).toContain("invalid_input");
  const unknown = await client.callTool({ name: "delete_incident", arguments: {} });
  expect(textOf(unknown)).toContain("unknown_tool");
  await client.close();
});

test("another tenant, a bad token, a plan without AI and a missing permission are refused as everywhere", async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${plane.url}/api/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    }).then(({ status }) => status);
  const authorization = `Bearer ${owner.tokens.token}`;
  expect(await post({ authorization })).toBe(200);
  expect(await post({ authorization, "x-tenant-id": "someone-else" })).toBe(403);
  expect(await post({ authorization: "Bearer nonsense" })).toBe(401);
  expect(await post({ authorization: `Bearer ${(await plane.tenant("startup")).tokens.token}` })).toBe(403);
  await owner.api.roles.create({ body: { name: "without", permissions: ["incidents:read"] } });
  expect(await post({ authorization: `Bearer ${(await plane.person("without", owner)).tokens.token}` })).toBe(403);
  expect((await fetch(`${plane.url}/api/mcp`)).status).toBe(405);
});
