import { request } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane, startPlane } from "../../test/plane.ts";

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
  const unknown = client.callTool({ name: "delete_incident", arguments: {} });
  await expect(unknown).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("delete_incident") });
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

test.each(["get_change", "get_request", "get_incident", "similar_incidents", "get_root_cause", "suggest_runbooks"])(
  "%s says in plain words that a reference of another kind or nonsense is not found",
  async (name) => {
    const client = await connect(owner.tokens.token);
    const foreign = name === "get_incident" ? "CHG-00000001" : "XYZ-00000001";
    for (const reference of [foreign, "nonsense", "0", crypto.randomUUID(), "'; drop table users; --"]) {
      const answer = await client.callTool({ name, arguments: { reference } });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/not_found: There is no (change|request|incident) /);
    }
    await client.close();
  },
);

interface Reply {
  status: number;
  body: { jsonrpc?: string; id?: unknown; error?: { code: number; message: string }; result?: unknown };
}

/** Sends any header, also Host. */
function send(url: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/mcp`, { method: "POST", headers: { ...json, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text === "" ? {} : JSON.parse(text) }),
      );
    });
    sent.once("error", reject).end(body);
  });
}

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

test("a page of another site is refused before its token is looked at, and clients without a page go on", async () => {
  const { host, port } = new URL(plane.url);
  const authorization = `Bearer ${owner.tokens.token}`;
  const statusOf = async (headers: Record<string, string>) => (await send(plane.url, list, headers)).status;
  expect(await statusOf({ authorization })).toBe(200);
  expect(await statusOf({ authorization, origin: plane.url })).toBe(200);
  expect(await statusOf({ authorization, host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `http://evil.example:${port}` },
    { host: "evil.example" },
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    { host, origin: "http://localhost:1" },
  ]) {
    const refused = { status: 403, body: { jsonrpc: "2.0", id: null, error: { code: -32000 } } };
    expect(await send(plane.url, list, { authorization, ...headers })).toMatchObject(refused);
    expect(await send(plane.url, list, headers)).toMatchObject(refused);
  }
  const { status } = await fetch(`${plane.url}/api/mcp`, { headers: { origin: "https://evil.example" } });
  expect(status).toBe(403);
});

test("PUBLIC_URL and MCP_ALLOWED_ORIGINS name the addresses, and citations use PUBLIC_URL", async () => {
  const named = await startPlane({
    PUBLIC_URL: "https://ops.example.com",
    MCP_ALLOWED_ORIGINS: "https://inside.example:8443, https://assistant.example.com",
  });
  try {
    const authorization = `Bearer ${named.admin.tokens.token}`;
    const ask = (headers: Record<string, string>, body = list) => send(named.url, body, { authorization, ...headers });
    const statusOf = async (headers: Record<string, string>) => (await ask(headers)).status;
    expect(await statusOf({ host: "ops.example.com", origin: "https://ops.example.com" })).toBe(200);
    expect(await statusOf({ host: "inside.example:8443" })).toBe(200);
    expect(await statusOf({ host: "ops.example.com", origin: "https://assistant.example.com" })).toBe(200);
    expect(await statusOf({ host: "ops.example.com", origin: "http://ops.example.com:81" })).toBe(403);
    expect(await statusOf({ host: "other.example.com" })).toBe(403);
    const params = { name: "count_incidents", arguments: {} };
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { body } = await ask({ host: "inside.example:8443" }, call);
    expect(textOf(body)).toContain("https://ops.example.com/incidents");
    expect(textOf(body)).not.toContain("inside.example");
  } finally {
    await named.close();
  }
});

test.each([
  ["not JSON", "{ broken", -32700],
  ["nothing", "", -32700],
  ["a batch", `[${list}]`, -32600],
  ["an empty batch", "[]", -32600],
  ["a number", "1", -32600],
  ["null", "null", -32600],
  ["an object that is no message", '{"hello":"world"}', -32600],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ["too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(500)}${"]".repeat(500)}}`, -32600],
])("a body that is %s is an error of JSON-RPC without an id", async (_, body, code) => {
  const authorization = `Bearer ${owner.tokens.token}`;
  expect(await send(plane.url, body, { authorization })).toMatchObject({
    status: 400,
    body: { jsonrpc: "2.0", id: null, error: { code, message: expect.stringMatching(/./) } },
  });
});

test("an unknown version of the protocol is 400, a known one is accepted, and a notification has no answer", async () => {
  const authorization = `Bearer ${owner.tokens.token}`;
  const refused = await send(plane.url, list, { authorization, "mcp-protocol-version": "1999-01-01" });
  expect(refused).toMatchObject({ status: 400, body: { jsonrpc: "2.0", id: null, error: { code: -32000 } } });
  expect((await send(plane.url, list, { authorization, "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
  const notified = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect(await send(plane.url, notified, { authorization })).toEqual({ status: 202, body: {} });
});

test("an unknown method is an error of JSON-RPC with the id of the request", async () => {
  const authorization = `Bearer ${owner.tokens.token}`;
  const unknown = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "nothing/here" });
  expect((await send(plane.url, unknown, { authorization })).body).toMatchObject({ id: 7, error: { code: -32601 } });
});
