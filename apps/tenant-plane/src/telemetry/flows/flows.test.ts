import { beforeAll, describe, expect, inject, test } from "vitest";
import { type Api, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const hour = 3_600_000;
const thisHour = Math.floor(Date.now() / hour) * hour;

/** A request from a workstation to a web server, `hoursAgo` hours before this one. */
function aFlow(hoursAgo: number, other: Record<string, unknown> = {}) {
  return {
    timestamp: new Date(thisHour - hoursAgo * hour).toISOString(),
    protocol: "TCP",
    src_ip: "10.1.0.7",
    src_port: 51_234,
    dst_ip: "203.0.113.10",
    dst_port: 443,
    bytes: 100,
    packets: 2,
    ...other,
  };
}

const requests = Array.from({ length: 60 }, (_, index) =>
  aFlow(2 + (index % 3), { src_ip: `10.1.0.${index % 4}`, src_port: 51_000 + index }),
);
const answer = aFlow(1, { src_ip: "203.0.113.10", src_port: 22, dst_ip: "10.2.0.1", dst_port: 50_123, bytes: 9000 });
const lookup = aFlow(1, { protocol: 17, src_ip: "2001:db8::7", dst_ip: "2001:0db8:0::53", dst_port: 53, bytes: 300 });
const ping = { protocol: "icmp", src_ip: "10.9.0.1", dst_ip: "127.0.0.1", bytes: 64, packets: 1, exporter: "r1" };
const lastWeek = aFlow(7 * 24, { protocol: "gre", dst_port: undefined, bytes: 7 });

describe.skipIf(inject("clickhouseProblem") !== "")("network flows", () => {
  let plane: SharedPlane;
  let api: Api;
  beforeAll(async () => {
    plane = await sharedPlane();
    ({ api } = plane.admin);
    const body = { flows: [...requests, answer, lookup, ping, lastWeek] };
    expect(await api.ingest.flows({ body })).toMatchObject({ accepted: 64, rejected: 0 });
  });

  test("a page has the totals of the whole window, at the top level and under data", async () => {
    const response = await fetch(`${plane.url}/api/netflow?limit=2`, { headers: plane.admin.headers });
    const { data, ...body }: { data: Awaited<ReturnType<Api["netflow"]["list"]>> } = JSON.parse(await response.text());
    expect(body).toEqual(data);
    const { flows, total, limit, offset, summary } = data;
    expect([flows.length, total, limit, offset]).toEqual([2, 63, 2, 0]);
    expect(summary.totals).toEqual({ flows: 63, bytes: 15_364, packets: 125, protocols: 3 });
    expect(summary.top_dest_ports).toEqual([
      { dst_port: 50_123, label: "", bytes: 9000, flows: 1 },
      { dst_port: 443, label: "https", bytes: 6000, flows: 60 },
      { dst_port: 53, label: "domain", bytes: 300, flows: 1 },
    ]);
    const busy = summary.bytes_series.filter(({ bytes }) => bytes > 0);
    expect(summary.bytes_series.length).toBeGreaterThanOrEqual(24);
    expect(busy.slice(0, 4)).toEqual(
      [2000, 2000, 2000, 9300].map((bytes, index) => ({
        ts: new Date(thisHour - (4 - index) * hour).toISOString(),
        bytes,
      })),
    );
  });

  test("optional fields of an exporter are returned as they were sent", async () => {
    const [began, ended] = [thisHour - hour - 4000, thisHour - hour - 1000].map((ms) => new Date(ms).toISOString());
    const optional = {
      in_interface: "eth0",
      out_interface: "7",
      start: began,
      end: ended,
      sampling: 1000,
      exporter: "edge",
    };
    const { timestamp: _, ...flow } = aFlow(0, { ...optional, src_ip: "10.8.0.1" });
    const tenant = await plane.tenant();
    expect(await tenant.api.ingest.flows({ body: flow })).toMatchObject({ accepted: 1 });
    const { flows } = await tenant.api.netflow.list({ query: { src_ip: "10.8.0.1" } });
    expect(flows).toEqual([{ ...flow, ...optional, protocol: "tcp", timestamp: ended, label: "https" }]);
    const backwards = { ...flow, start: ended, end: began };
    expect(await refusalOf(tenant.api.ingest.flows({ body: backwards }))).toMatchObject({ status: 422 });
  });

  test("pages are newest first and neither repeat nor skip flows", async () => {
    const query = { dst_port: 443, to: new Date(thisHour).toISOString() };
    const first = await api.netflow.list({ query: { ...query, limit: 35 } });
    const second = await api.netflow.list({ query: { ...query, limit: 35, offset: 35 } });
    const seen = [...first.flows, ...second.flows];
    const times = seen.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(seen.map(({ src_port }) => src_port)).size).toBe(60);
  });

  test("protocols, addresses and applications are shown by name", async () => {
    const { flows } = await api.netflow.list({ query: { limit: 3 } });
    expect(flows.find(({ protocol }) => protocol === "icmp")).toMatchObject({
      src_ip: "10.9.0.1",
      src_port: null,
      dst_port: null,
      label: "",
      start: null,
      exporter: "r1",
    });
    expect(flows.find(({ protocol }) => protocol === "udp")).toMatchObject({ dst_ip: "2001:db8::53", label: "domain" });
    expect(flows.find(({ src_port }) => src_port === 22)).toMatchObject({ src_ip: "203.0.113.10", label: "ssh" });
  });

  test.each([
    [{ protocol: "6" }, 61],
    [{ src_ip: "10.1.0.2" }, 15],
    [{ src_ip: "10.0.0.0/8", protocol: "Tcp" }, 60],
    [{ dst_ip: "2001:DB8::/64", dst_port: 53 }, 1],
    [{ from: "now-8d" }, 64],
    [{ from: "now-8d", to: "now-6d" }, 1],
  ])("the filter %j matches %i flows", async (query, expected) => {
    const { total, summary } = await api.netflow.list({ query: { ...query, limit: 1 } });
    expect([total, summary.totals.flows]).toEqual([expected, expected]);
  });

  test("top talkers by source, destination and protocol", async () => {
    expect(await api.netflow.topTalkers({ query: { limit: 2 } })).toEqual([
      { key: "203.0.113.10", label: "documentation", bytes: 9000, packets: 2, flows: 1 },
      { key: "10.1.0.0", label: "private", bytes: 1500, packets: 30, flows: 15 },
    ]);
    const targets = await api.netflow.topTalkers({ query: { group_by: "dst_ip" } });
    expect(targets.map(({ key, label, bytes }) => [key, label, bytes])).toEqual([
      ["10.2.0.1", "private", 9000],
      ["203.0.113.10", "documentation", 6000],
      ["2001:db8::53", "documentation", 300],
      ["127.0.0.1", "loopback", 64],
    ]);
    const protocols = await api.netflow.topTalkers({ query: { group_by: "protocol" } });
    expect(protocols.map(({ key, label, flows }) => [key, label, flows])).toEqual([
      ["tcp", "TCP", 61],
      ["udp", "UDP", 1],
      ["icmp", "ICMP", 1],
    ]);
  });

  test.each([
    [{ from: "now", to: "now-1h" }, "from"],
    [{ from: "2999-01-01" }, "from"],
    [{ src_ip: "10.0.0.0/64" }, "src_ip"],
    [{ dst_ip: "example.com" }, "dst_ip"],
    [{ protocol: "http" }, "protocol"],
  ])("%j is refused, naming %s", async (query, path) => {
    expect(await refusalOf(api.netflow.list({ query }))).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path }],
    });
  });

  test("another tenant sees none of these flows", async () => {
    const stranger = await plane.tenant();
    const { total, flows } = await stranger.api.netflow.list();
    expect([total, flows]).toEqual([0, []]);
    expect(await stranger.api.netflow.topTalkers()).toEqual([]);
  });

  test("a plan without network flows offers neither the list nor top talkers", async () => {
    const small = await plane.tenant("startup");
    expect(await refusalOf(small.api.netflow.list())).toMatchObject({ status: 403, code: "FEATURE_DISABLED" });
    expect(await refusalOf(small.api.netflow.topTalkers())).toMatchObject({ code: "FEATURE_DISABLED" });
  });
});
