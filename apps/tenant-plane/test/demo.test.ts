import {
  type Fault,
  fillObjectives,
  fillTenant,
  openIncident,
  openSender,
  openSimulation,
  people,
  sendHistory,
  services,
  unfold,
} from "@opsplane/demo";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Api, goodPassword, type Plane, startPlane } from "./plane.ts";

// The demo fills a real tenant: records through the typed client, ten minutes of telemetry through the ingest endpoints.

const minute = 60_000;
const now = Math.floor(Date.now() / 1000) * 1000;
const window = { from: now - 10 * minute, to: now };
const fault: Fault = { kind: "slow-database", startedAt: now - 9 * minute };

describe.skipIf(inject("clickhouseProblem") !== "")("the demo", () => {
  let plane: Plane;
  let api: Api;
  let items: ReadonlyMap<string, string>;
  const as = async (email: string) => (await plane.login(email, goodPassword, plane.tenantId)).api;
  const fill = async () => {
    const filled = await fillTenant({ api, as, password: goodPassword, now, fault });
    await fillObjectives(api, filled);
    return filled;
  };

  beforeAll(async () => {
    plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" }, { telemetry: true });
    api = plane.admin.api;
    const { token } = await api.collectors.create({ body: { name: "Demo shop" } });
    const send = openSender({ baseUrl: plane.url, token, signal: new AbortController().signal });
    const stored: number[] = [];
    // One after the other, because plane and simulator share this process.
    await sendHistory(openSimulation({ seed: 1, fault }), send, window, async (from) => {
      stored.push(from);
    });
    items = await fill();
    expect(stored.at(-1)).toBe(window.from);
  });
  afterAll(() => plane?.close());

  describe("records", () => {
    const counts = async () => ({
      items: (await api.cmdb.items({ query: { limit: 1 } })).total,
      relations: (await api.cmdb.relations({ query: { limit: 1 } })).total,
      users: (await api.users.list({ query: { limit: 1 } })).total,
      groups: (await api.groups.list({ query: { limit: 1 } })).total,
      changes: (await api.changes.list({ query: { limit: 1 } })).total,
      incidents: (await api.incidents.list({ query: { limit: 1 } })).total,
      requests: (await api.requests.list({ query: { limit: 1 } })).total,
      catalog: (await api.catalog.list({ query: { limit: 1 } })).total,
      definitions: (await api.definitions.list({ query: { limit: 1 } })).total,
      objectives: (await api.slos.list({ query: {} })).items.length,
      prices: (await api.finops.prices({ query: { limit: 1 } })).total,
      kpis: (await api.kpis.list({ query: { limit: 1 } })).total,
      reports: (await api.reports.list({ query: { limit: 1 } })).total,
      dashboards: (await api.dashboards.list({ query: { limit: 1 } })).total,
    });

    test("are people, items, relations, changes, requests, incidents, objectives, reports and dashboards", async () => {
      const { items: count, relations, ...others } = await counts();
      expect(count).toBe(items.size);
      expect(relations).toBeGreaterThan(40);
      expect(others).toEqual({
        users: people.length + 1,
        groups: 5,
        changes: 12,
        incidents: 5,
        requests: 5,
        catalog: 4,
        definitions: 1,
        objectives: 2,
        prices: 3,
        kpis: 1,
        reports: 2,
        dashboards: 2,
      });
    });

    test("are not created twice", async () => {
      const before = await counts();
      expect(await fill()).toEqual(items);
      expect(await counts()).toEqual(before);
    });

    test("have changes in every phase, and approvals that wait", async () => {
      const { items: changes } = await api.changes.list({ query: { limit: 100 } });
      const statuses = new Set(changes.map(({ status }) => status));
      expect(statuses).toEqual(
        new Set(["completed", "failed", "implementing", "scheduled", "pending_approval", "draft"]),
      );
      expect(changes.every(({ ci_ids }) => ci_ids.length > 0)).toBe(true);
      const { total } = await api.instances.list({ query: { status: ["pending"] } });
      expect(total).toBe(3);
    });

    test("give every service the name of its telemetry and its address", async () => {
      const { items: found } = await api.cmdb.items({ query: { class: ["service"], limit: 100 } });
      expect(found.map(({ name }) => name).sort()).toEqual(services.map(({ name }) => name).sort());
      for (const { attributes, owner } of found) {
        expect(attributes.ip_address).toMatch(/^10\./);
        expect(owner?.type).toBe("group");
      }
    });

    test("let a failed database affect the business service", async () => {
      const { affected } = await api.cmdb.impact({ query: { ci_id: [items.get("orders-db") ?? ""] } });
      expect(affected.map(({ name }) => name)).toContain("Web shop");
    });

    test("have objectives about services with calls, and prices of hosts", async () => {
      const { items: found } = await api.slos.list({ query: {} });
      for (const { indicator, objective, window_days, ci_id } of found) {
        const { total } = await api.slos.preview({ body: { indicator, objective, window_days } });
        expect(total).toBeGreaterThan(0);
        expect(ci_id).toBe(items.get(indicator.service ?? ""));
      }
      const { items: costs } = await api.finops.costs({ query: { by: "class" } });
      expect(costs.map(({ name }) => name)).toContain("server");
    });

    test("have an incident that unfolds, each step once", async () => {
      const incident = await openIncident(api, as, items, fault);
      expect(await openIncident(api, as, items, fault)).toMatchObject({ id: incident.id });
      expect(incident.severity).toBe("P1");
      expect(incident.ci_ids).toContain(items.get("checkout"));
      const created = Date.parse(incident.created_at);
      const notes = async () => {
        const { items: timeline } = await api.incidents.timeline({
          params: { id: incident.id },
          query: { limit: 100 },
        });
        return timeline.filter(({ kind }) => kind === "note").length;
      };
      expect(await unfold(as, incident, fault, created + 61_000)).toBe(59_000);
      expect(await notes()).toBe(2);
      // A person is faster than the demo.
      await api.incidents.update({ params: { id: incident.id }, body: { status: "investigating" } });
      expect(await unfold(as, incident, fault, created + 3_600_000)).toBeUndefined();
      await unfold(as, incident, fault, created + 3_600_000);
      expect(await notes()).toBe(6);
      expect(await api.incidents.get({ params: { id: incident.id } })).toMatchObject({ status: "investigating" });
    });
  });

  describe("telemetry", () => {
    const range = { from: new Date(window.from).toISOString(), to: new Date(window.to + minute).toISOString() };

    test("has all ten services with calls and latency", async () => {
      const found = await api.services.list({ query: range });
      expect(found.map(({ service }) => service).sort()).toEqual(services.map(({ name }) => name).sort());
    });

    test("has a slow checkout, whose trace leads to orders-db", async () => {
      const { items: traces } = await api.traces.list({
        query: { ...range, service: "checkout", min_duration_ms: 1500, limit: 1 },
      });
      const { span_list: spans } = await api.traces.get({ params: { trace_id: traces[0]?.trace_id ?? "" } });
      const slowest = spans
        .filter(({ attributes }) => attributes["db.system.name"] !== undefined)
        .sort((one, two) => two.duration_ms - one.duration_ms)[0];
      expect(slowest?.attributes["server.address"]).toBe("orders-db");
      const { items: lines } = await api.logs.list({ query: { trace_id: traces[0]?.trace_id ?? "", ...range } });
      expect(lines.map(({ service }) => service)).toContain("storefront");
    });

    test("has logs of services and of the database", async () => {
      const { items: lines } = await api.logs.list({ query: { ...range, service: ["orders-db"], q: '"slow query"' } });
      expect(lines.length).toBeGreaterThan(5);
      const { items: access } = await api.logs.list({ query: { ...range, q: "service:storefront status:200" } });
      expect(access[0]?.resource).toMatchObject({ "deployment.environment.name": "production" });
    });

    test("has metrics whose rates and quantiles can be queried", async () => {
      const query = {
        metric_name: "http.server.request.duration",
        start: range.from,
        end: range.to,
        by: ["service.name"],
      };
      const p95 = await api.metrics.query({ query: { ...query, agg: "p95", step: "60s" } });
      expect(p95.series).toHaveLength(services.length);
      const rate = await api.metrics.query({
        query: { ...query, metric_name: "http.server.request.duration_count", agg: "rate", step: "60s" },
      });
      const storefront = rate.series.find(({ labels }) => labels["service.name"] === "storefront");
      expect(Number(storefront?.points.at(-3)?.[1])).toBeGreaterThan(5);
      const { items: names } = await api.metrics.names({ query: { limit: 100 } });
      const types = new Map(names.map(({ metric_name, type }) => [metric_name, type]));
      expect(types.get("process.memory.usage")).toBe("gauge");
      expect(types.get("system.network.io")).toBe("counter");
      expect(types.get("http.server.request.duration")).toBe("histogram");
    });

    test("has flows between addresses that the configuration items name", async () => {
      const { flows, total } = await api.netflow.list({ query: { ...range, limit: 1000 } });
      expect(total).toBeGreaterThan(300);
      const { items: all } = await api.cmdb.items({ query: { limit: 100 } });
      const known = new Set(all.map(({ attributes }) => attributes.ip_address));
      const inside = flows.filter(({ dst_ip }) => dst_ip.startsWith("10.20.8.") || dst_ip.startsWith("10.20.4."));
      expect(inside.length).toBeGreaterThan(100);
      for (const { dst_ip } of inside) expect(known).toContain(dst_ip);
      expect(flows[0]?.exporter).toBe("shop-router-1");
    });
  });
});
