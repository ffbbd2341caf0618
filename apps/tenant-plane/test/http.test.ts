import { gunzipSync } from "node:zlib";
import { errorStatus, operations } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";
import { refusalOf } from "./refusal.ts";

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane();
});
afterAll(() => plane.close());

const json = { "content-type": "application/json" };
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  fetch(plane.url + path, { method: "POST", headers: { ...plane.admin.headers, ...headers }, body });

async function refused(response: Response): Promise<[number, string]> {
  const { code } = (await response.json()) as { code: string };
  return [response.status, code];
}

describe("bad requests", () => {
  test("malformed JSON, another content type, no body: 422", async () => {
    expect(await refused(await post("/api/incidents", "{"))).toEqual([422, "VALIDATION_ERROR"]);
    expect(
      await refused(await post("/api/incidents", "title=x", { "content-type": "application/x-www-form-urlencoded" })),
    ).toEqual([422, "VALIDATION_ERROR"]);
    expect(await refused(await post("/api/incidents", ""))).toEqual([422, "VALIDATION_ERROR"]);
    expect(await refused(await post("/api/incidents", '{"title":"x","__proto__":{"a":1}}'))).toEqual([
      422,
      "VALIDATION_ERROR",
    ]);
  });

  test("too large: 413", async () => {
    const description = "x".repeat(1_100_000);
    expect(await refused(await post("/api/incidents", JSON.stringify({ title: "x", description })))).toEqual([
      413,
      "VALIDATION_ERROR",
    ]);
  });

  test("unknown route or method: 404 for every request", async () => {
    for (const [method, path] of [
      ["GET", "/api/nothing"],
      ["PUT", "/api/incidents"],
      ["OPTIONS", "/api/incidents"],
      ["GET", "/v1/nothing"],
      ["GET", "/api/incidents/%ff"],
      ["GET", `/api/incidents/${"x".repeat(400)}`],
    ]) {
      const response = await fetch(plane.url + path, { method: method ?? "", headers: plane.admin.headers });
      expect([path, ...(await refused(response))]).toEqual([path, 404, "NOT_FOUND"]);
    }
  });

  test("a character that PostgreSQL cannot store: 422", async () => {
    expect(await refusalOf(plane.admin.api.incidents.create({ body: { title: "nul \u0000 byte" } }))).toMatchObject({
      status: 422,
    });
  });
});

describe("every response", () => {
  test("has the caller's trace id, or a new one", async () => {
    const id = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traced = await fetch(`${plane.url}/api/health`, { headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` } });
    expect(traced.headers.get("x-trace-id")).toBe(id);
    for (const traceparent of ["nonsense", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`]) {
      const other = (await fetch(`${plane.url}/api/health`, { headers: { traceparent } })).headers.get("x-trace-id");
      expect(other).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    }
  });

  test("has a strict content security policy and the other security headers", async () => {
    const policies = {
      "/": "script-src 'self';",
      "/api/docs": "script-src 'self';",
      "/api/health": "default-src 'none'",
      "/api/nothing": "default-src 'none'",
    };
    for (const [path, policy] of Object.entries(policies)) {
      const { headers } = await fetch(plane.url + path);
      expect(headers.get("content-security-policy")).toContain(policy);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
    }
  });

  test("is compressed when it is long and the caller accepts it", async () => {
    const { request } = await import("node:http");
    const body = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(`${plane.url}/api/openapi.json`, { headers: { "accept-encoding": "gzip" } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(parts) }),
        );
      })
        .on("error", reject)
        .end();
    });
    expect(body.encoding).toBe("gzip");
    expect(JSON.parse(gunzipSync(body.bytes).toString()).openapi).toBe("3.1.0");
  });
});

test("every console route returns the console's page, and a missing file is 404", async () => {
  for (const [method, path, status] of [
    ["GET", "/", 200],
    ["HEAD", "/", 200],
    ["GET", "/incidents/INC-00000001?tab=x", 200],
    ["GET", "/assets/missing.js", 404],
    ["POST", "/incidents", 404],
  ] as const) {
    const response = await fetch(plane.url + path, { method });
    expect([path, response.status]).toEqual([path, status]);
    if (status === 200) expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  }
});

test("/metrics is the console's page for a browser and the server's metrics for a scraper", async () => {
  const read = (accept: string) => fetch(`${plane.url}/metrics?a=up`, { headers: { accept } });
  const page = await read("text/html,application/xhtml+xml,*/*;q=0.8");
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(page.headers.get("vary")).toMatch(/accept/i);
  const scraped = await read("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
  expect(await scraped.text()).toContain("# TYPE opsplane_info gauge");
});

describe("documents", () => {
  test("OpenAPI has every operation with its permission and response", async () => {
    const document = (await (await fetch(`${plane.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    for (const [group, specs] of Object.entries(operations)) {
      for (const [name, spec] of Object.entries(specs)) {
        const entry = document.paths[spec.path.replace(/:(\w+)/g, "{$1}")]?.[spec.method.toLowerCase()];
        expect(entry).toMatchObject({
          operationId: `${group}.${name}`,
          "x-permission": spec.access,
          "x-effect": spec.effect,
        });
      }
    }
  });

  test("OpenAPI leaves out the features that the caller's plan lacks", async () => {
    const pathsFor = async (headers: Record<string, string>) => {
      const answer = await fetch(`${plane.url}/api/openapi.json`, { headers });
      const { paths } = (await answer.json()) as { paths: Record<string, { get?: { "x-feature"?: string } }> };
      return paths;
    };
    const { authorization = "" } = (await plane.tenant("startup")).headers;
    const all = await pathsFor({});
    expect(all["/api/netflow"]?.get?.["x-feature"]).toBe("netflow");
    const small = await pathsFor({ authorization });
    expect(small["/api/netflow"]).toBeUndefined();
    expect(small["/api/incidents"]).toBeDefined();
    expect(Object.keys(await pathsFor({ authorization: "Bearer nonsense" }))).toEqual(Object.keys(all));
  });

  test("OpenAPI describes the bytes of uploads and downloads", async () => {
    const document = (await (await fetch(`${plane.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const content = { "*/*": { schema: { type: "string", format: "binary" } } };
    const named = (name: string) => expect.objectContaining({ name, in: "header" });
    expect(document.paths["/api/incidents/{id}/attachments"]?.post).toMatchObject({
      requestBody: { required: true, content },
      parameters: expect.arrayContaining([named("Idempotency-Key"), named("Content-Digest")]),
    });
    expect(document.paths["/api/incidents/{id}/attachments/{file_id}"]?.get).toMatchObject({
      responses: { 200: { content }, 206: { content } },
      parameters: expect.arrayContaining([named("Range"), named("If-None-Match")]),
    });
  });

  test("the readable page names every path and has no script", async () => {
    const page = await (await fetch(`${plane.url}/api/docs`)).text();
    expect(page).not.toContain("<script");
    for (const specs of Object.values(operations))
      for (const { path } of Object.values(specs)) expect(page).toContain(path);
  });

  test("the error table has the specification's codes", () => {
    expect(errorStatus).toMatchObject({
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      VALIDATION_ERROR: 422,
      RATE_LIMIT: 429,
      ERROR: 500,
      INVALID_TRANSITION: 400,
      QUOTA_EXCEEDED: 402,
    });
  });
});

describe("limits", () => {
  test("requests per minute are limited per token", async () => {
    const strict = await startPlane({ ROLE: "api", API_RATE_LIMIT_PER_MINUTE: "20" });
    try {
      const other = await strict.person("viewer");
      const statuses = [];
      for (let n = 0; n < 25; n++)
        statuses.push((await fetch(`${strict.url}/api/auth/me`, { headers: other.headers })).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      const limited = await fetch(`${strict.url}/api/auth/me`, { headers: other.headers });
      expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect((await strict.admin.api.auth.me()).user.role).toBe("admin");
    } finally {
      await strict.close();
    }
  });
});

describe("service calls", () => {
  test("need the secret: none, a wrong one, or none configured is 401", async () => {
    const call = (headers: Record<string, string>, at = plane) => refusalOf(at.anyone.system.migrate({}, { headers }));
    expect(await call({})).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    expect(await call({ "x-service-secret": "wrong" })).toMatchObject({ status: 401 });
    expect(await call(plane.admin.headers)).toMatchObject({ status: 401 });
    const closed = await startPlane({ ROLE: "api", SERVICE_SECRET: "" });
    try {
      expect(await call({ "x-service-secret": "" }, closed)).toMatchObject({ status: 401 });
      expect(await call({ "x-service-secret": "undefined" }, closed)).toMatchObject({ status: 401 });
    } finally {
      await closed.close();
    }
  });

  test("migrating twice applies nothing the second time", async () => {
    const headers = { "x-service-secret": plane.serviceSecret };
    expect((await plane.anyone.system.migrate({}, { headers })).applied).toEqual([]);
  });

  test("a tenant exists once; its first admin has a temporary password", async () => {
    const headers = { "x-service-secret": plane.serviceSecret };
    const body = { id: "acme", name: "Acme", plan_id: "midsize", admin_email: "Boss@Acme.example" } as const;
    const made = await plane.anyone.system.createTenant({ body }, { headers });
    expect(made).toMatchObject({ id: "acme", plan_id: "midsize", admin_email: "boss@acme.example" });
    const boss = await plane.login("boss@acme.example", made.temporary_password ?? "");
    expect(boss.tokens.user).toMatchObject({ role: "admin", tenant_id: "acme", must_change_password: true });
    expect(await refusalOf(plane.anyone.system.createTenant({ body }, { headers }))).toMatchObject({ status: 409 });
    expect(
      await refusalOf(plane.anyone.system.createTenant({ body: { ...body, id: "Not A Slug" } }, { headers })),
    ).toMatchObject({ status: 422 });
  });
});

describe("health and figures", () => {
  test("health has its keys at the top level and under data, each component, and the version", async () => {
    const { data, ...top } = (await (await fetch(`${plane.url}/api/health`)).json()) as {
      data: object;
      components: { name: string }[];
      version: string;
    };
    expect(data).toEqual(top);
    expect(top.components.map(({ name }) => name)).toEqual(["postgres", "durable", "clickhouse", "paging"]);
    expect(top.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("without ClickHouse it is degraded, and records work", async () => {
    const alone = await startPlane({ ROLE: "api" }, { clickhouseUrl: "http://127.0.0.1:9" });
    try {
      await expect.poll(async () => (await alone.anyone.system.health()).status).toBe("degraded");
      await alone.admin.api.incidents.create({ body: { title: "still works" } });
    } finally {
      await alone.close();
    }
  });

  test("/metrics counts requests by operation, without naming anyone", async () => {
    await plane.admin.api.incidents.list();
    const text = await (await fetch(`${plane.url}/metrics`)).text();
    expect(text).toMatch(/opsplane_http_requests_total\{operation="incidents.list",status="200"\} [1-9]/);
    expect(text).not.toContain(plane.tenantId);
    const closed = await startPlane({ ROLE: "api", METRICS_TOKEN: "sesame" });
    try {
      expect((await fetch(`${closed.url}/metrics`)).status).toBe(401);
      expect((await fetch(`${closed.url}/metrics`, { headers: { authorization: "Bearer sesame" } })).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

describe("tenancy in the database", () => {
  async function asRole(role: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: plane.databaseUrl, options: `-c role=${role}` });
    await client.connect();
    await work(client).finally(() => client.end());
  }

  test("every table with a tenant forces row-level security, and our roles neither own a table nor bypass it", async () => {
    await asRole("postgres", async (client) => {
      const tables = await client.query(`
        select relname, relrowsecurity and relforcerowsecurity as forced, pg_get_userbyid(relowner) as owner from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
          and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id')`);
      expect(tables.rows.length).toBeGreaterThan(10);
      for (const table of tables.rows) expect(table).toMatchObject({ forced: true, owner: "postgres" });
      const roles = await client.query(
        "select rolname from pg_roles where rolname like 'opsplane%' and (rolbypassrls or rolsuper)",
      );
      expect(roles.rows).toEqual([]);
    });
  });

  test("the runtime role sees nothing without a tenant, only its tenant with one, and cannot write into another", async () => {
    const [one, two] = [await plane.tenant(), await plane.tenant()];
    for (const boss of [one, two]) await boss.api.incidents.create({ body: { title: "secret" } });
    await asRole("opsplane_runtime", async (client) => {
      await expect(client.query("select * from incidents")).rejects.toThrow("app.tenant_id");
      await client.query("select set_config('app.tenant_id', $1, false)", [one.tokens.user.tenant_id]);
      const seen = await client.query("select distinct tenant_id from incidents");
      expect(seen.rows).toEqual([{ tenant_id: one.tokens.user.tenant_id }]);
      const moved = await client.query("update incidents set title = 'stolen' where tenant_id = $1", [
        two.tokens.user.tenant_id,
      ]);
      expect(moved.rowCount).toBe(0);
      await expect(
        client.query("insert into counters (tenant_id, name, value) values ($1, 'x', 1)", [two.tokens.user.tenant_id]),
      ).rejects.toThrow("row-level security");
      for (const query of [
        "delete from audit_log",
        "update audit_log set actor = 'x'",
        "select * from signing_keys",
        "select * from push_keys",
        "select * from platform",
      ]) {
        await expect(client.query(query)).rejects.toThrow("permission denied");
      }
    });
  });
});
