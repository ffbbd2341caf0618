import { beforeAll, describe, expect, inject, test } from "vitest";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const base = Date.now() - 3_600_000;
const count = 12_001;

describe.skipIf(inject("clickhouseProblem") !== "")("export of logs", () => {
  let plane: SharedPlane;
  beforeAll(async () => {
    plane = await sharedPlane();
    await plane.admin.api.ingest.logs({
      body: Array.from({ length: count }, (_, index) => ({
        timestamp: new Date(base + index).toISOString(),
        service: "export",
        level: index % 2 === 0 ? "info" : "error",
        message: `line ${index}`,
      })),
    });
    await plane.admin.api.ingest.logs({
      body: [{ service: "odd", level: "warn", message: '=1+1, "quoted"\nsecond line', attributes: { user: "7" } }],
    });
  });

  test("NDJSON has every matching record once, newest first, over several pages", async () => {
    const file = await plane.admin.api.logs.export({
      query: { service: ["export"], from: "now-2h", format: "ndjson" },
    });
    const lines = (await file.text()).trimEnd().split("\n");
    const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages).toEqual(Array.from({ length: count }, (_, index) => `line ${count - 1 - index}`));
  });

  test("a limit ends the file, and a query selects its records", async () => {
    const file = await plane.admin.api.logs.export({
      query: { q: "service:export level:error", limit: 5_003, format: "ndjson" },
    });
    expect((await file.text()).trimEnd().split("\n")).toHaveLength(5_003);
  });

  test("CSV has a header, quoted cells, and no cell that a spreadsheet runs", async () => {
    const file = await plane.admin.api.logs.export({ query: { service: ["odd"] } });
    expect(file.type).toContain("text/csv");
    const [header, ...rest] = (await file.text()).split("\r\n");
    expect(header).toBe("timestamp,level,service,message,trace_id,span_id,attributes,resource");
    expect(rest.join("\n")).toMatch(/^[^,]+,warn,odd,"'=1\+1, ""quoted""\nsecond line",,,"\{""user"":""7""\}",\{\}\n$/);
  });

  test("the file is an attachment that no browser runs, also when nothing matches", async () => {
    const { url, admin } = plane;
    const answer = await fetch(`${url}/api/logs/export?service=nobody`, {
      headers: { authorization: `Bearer ${admin.tokens.token}`, "x-tenant-id": admin.tokens.user.tenant_id },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="logs-.*\.csv"/);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect((await answer.text()).split("\r\n")).toHaveLength(2);
  });

  test("an invalid search is refused before the file begins, and another tenant gets no records", async () => {
    const invalid = plane.admin.api.logs.export({ query: { q: "level:" } });
    expect(await refusalOf(invalid)).toMatchObject({ status: 422, details: [{ path: "q" }] });
    const stranger = await plane.tenant();
    const file = await stranger.api.logs.export({ query: { format: "ndjson", from: "now-2h" } });
    expect(await file.text()).toBe("");
  });
});
