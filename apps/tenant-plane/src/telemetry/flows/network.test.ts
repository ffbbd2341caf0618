import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { type Api, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const minute = 60_000;
const hour = 60 * minute;
const thisHour = Math.floor(Date.now() / hour) * hour;
const at = (hoursAgo: number, minutes = 0) => new Date(thisHour - hoursAgo * hour + minutes * minute).toISOString();
const aFlow = (timestamp: string, other: Record<string, unknown> = {}) => ({
  ...{ timestamp, protocol: "tcp", src_ip: "10.1.0.7", dst_ip: "10.2.0.5", dst_port: 5432, bytes: 100, packets: 2 },
  ...other,
});

describe.skipIf(inject("clickhouseProblem") !== "")("network flows over time, in pairs and by name", () => {
  let plane: SharedPlane;
  let api: Api;
  beforeAll(async () => {
    plane = await sharedPlane();
    ({ api } = plane.admin);
    const flows = [
      aFlow(at(3, 5)),
      aFlow(at(3, 50), { bytes: 50 }),
      aFlow(at(2, 10), { src_ip: "10.1.0.8", bytes: 30 }),
      aFlow(at(2, 20), { protocol: "udp", src_ip: "10.1.0.9", dst_ip: "2001:db8::53", dst_port: 53, bytes: 7 }),
      aFlow(at(1, 30), { protocol: "icmp", dst_port: undefined, dst_ip: "203.0.113.9", bytes: 3 }),
    ];
    expect(await api.ingest.flows({ body: { flows } })).toMatchObject({ accepted: 5, rejected: 0 });
  });

  const window = { from: at(3), to: at(0) };
  const bytesOf = async (query: NonNullable<Parameters<Api["netflow"]["series"]>[0]>["query"]) =>
    (await api.netflow.series({ query: { ...window, ...query } })).series.map(({ key, label, bytes }) => [
      key,
      label,
      bytes,
    ]);

  test("the series has bytes, packets and flows of every step, with zero for a step without flows", async () => {
    const hourly = await api.netflow.series({ query: { ...window, points: 3 } });
    expect(hourly).toEqual({
      ...window,
      step_seconds: 3600,
      times: [at(3), at(2), at(1)],
      series: [{ key: null, label: "All", bytes: [150, 37, 3], packets: [4, 4, 2], flows: [2, 2, 1] }],
    });
    const fine = await api.netflow.series({ query: { ...window, points: 18 } });
    expect(fine.step_seconds).toBe(600);
    expect(fine.series[0]?.bytes).toEqual([100, 0, 0, 0, 0, 50, 0, 30, 7, 0, 0, 0, 0, 0, 0, 3, 0, 0]);
  });

  test("the series is split by protocol, port, source or destination, with all others summed up", async () => {
    expect(await bytesOf({ group_by: "protocol", points: 3 })).toEqual([
      ["tcp", "TCP", [150, 30, 0]],
      ["udp", "UDP", [0, 7, 0]],
      ["icmp", "ICMP", [0, 0, 3]],
    ]);
    expect(await bytesOf({ group_by: "dst_port", points: 3 })).toEqual([
      ["5432", "postgresql", [150, 30, 0]],
      ["53", "domain", [0, 7, 0]],
      [null, "Other", [0, 0, 3]],
    ]);
    expect(await bytesOf({ group_by: "src_ip", points: 3, top: 1 })).toEqual([
      ["10.1.0.7", "private", [150, 0, 3]],
      [null, "Other", [0, 37, 0]],
    ]);
    expect(await bytesOf({ group_by: "dst_ip", points: 3, top: 2 })).toEqual([
      ["10.2.0.5", "private", [150, 30, 0]],
      ["2001:db8::53", "documentation", [0, 7, 0]],
      [null, "Other", [0, 0, 3]],
    ]);
  });

  test("the hourly sums and the flows themselves give the same series", async () => {
    for (const group_by of ["protocol", "dst_port"] as const)
      expect(await bytesOf({ group_by, points: 3, src_ip: "0.0.0.0/0" })).toEqual(
        await bytesOf({ group_by, points: 3 }),
      );
  });

  test("the filters of the list apply, and the first and last step count only the window", async () => {
    const query = { from: at(3, 20), to: at(2, 15), points: 2, dst_ip: "10.2.0.0/16" };
    const { times, series } = await api.netflow.series({ query });
    expect([times, series[0]?.bytes]).toEqual([
      [at(3), at(2)],
      [50, 30],
    ]);
    expect(await refusalOf(api.netflow.series({ query: { protocol: "http" } }))).toMatchObject({ status: 422 });
  });

  test("pairs are source, destination and port with most bytes; what is left out is summed up", async () => {
    const { pairs, other } = await api.netflow.pairs({ query: { ...window, limit: 2 } });
    expect(pairs).toEqual([
      { src_ip: "10.1.0.7", dst_ip: "10.2.0.5", dst_port: 5432, label: "postgresql", bytes: 150, packets: 4, flows: 2 },
      { src_ip: "10.1.0.8", dst_ip: "10.2.0.5", dst_port: 5432, label: "postgresql", bytes: 30, packets: 2, flows: 1 },
    ]);
    expect(other).toEqual({ bytes: 10, packets: 4, flows: 2 });
    const icmp = await api.netflow.pairs({ query: { ...window, protocol: "icmp" } });
    expect(icmp.pairs).toMatchObject([{ dst_ip: "203.0.113.9", dst_port: null, label: "" }]);
    expect(icmp.other).toEqual({ bytes: 0, packets: 0, flows: 0 });
  });

  test("another tenant sees none of it", async () => {
    const stranger = await plane.tenant();
    const { series } = await stranger.api.netflow.series({ query: { ...window, group_by: "src_ip" } });
    expect(series.map(({ key }) => key)).toEqual([null]);
    expect(series.flatMap(({ flows }) => flows).every((flows) => flows === 0)).toBe(true);
    expect(await stranger.api.netflow.pairs({ query: window })).toEqual({
      pairs: [],
      other: { bytes: 0, packets: 0, flows: 0 },
    });
  });

  test("a plan without network flows offers neither the series nor pairs", async () => {
    const small = await plane.tenant("startup");
    expect(await refusalOf(small.api.netflow.series())).toMatchObject({ code: "FEATURE_DISABLED" });
    expect(await refusalOf(small.api.netflow.pairs())).toMatchObject({ code: "FEATURE_DISABLED" });
  });

  describe("names", () => {
    const anItem = (of: Api, name: string, attributes: Record<string, unknown>) =>
      of.cmdb.create({ body: { name, class: "server", attributes } });
    const namesOf = async (of: Api, ip: string[]) =>
      (await of.netflow.names({ query: { ip } })).map(({ ip: asked, name }) => [asked, name]);

    test("an address has the items whose ip_address or ip_addresses hold it", async () => {
      const { api: own } = await plane.tenant();
      const database = await anItem(own, "orders-db", { ip_address: "10.2.0.5" });
      await anItem(own, "Cache", { ip_addresses: ["10.2.0.6", "2001:DB8::53", 7] });
      await anItem(own, "Replica", { ip_address: "10.2.0.5", ip_addresses: ["10.2.0.5"] });
      await anItem(own, "Odd", { ip_address: 10, ip_addresses: "10.2.0.9" });
      await anItem(own, "Long", { ip_address: "1".repeat(5000) });
      expect(await own.netflow.names({ query: { ip: ["10.2.0.5"] } })).toEqual([
        { ip: "10.2.0.5", id: database.id, name: "orders-db", class: "server" },
        expect.objectContaining({ name: "Replica" }),
      ]);
      expect(await namesOf(own, ["2001:db8::53", "10.2.0.6", "10.2.0.9", "192.0.2.1"])).toEqual([
        ["10.2.0.6", "Cache"],
        ["2001:db8::53", "Cache"],
      ]);
      await own.cmdb.update({ params: { id: database.id }, body: { attributes: { ip_address: "10.2.0.77" } } });
      expect(await namesOf(own, ["10.2.0.77"])).toEqual([["10.2.0.77", "orders-db"]]);
    });

    test("the index of addresses serves the query, also under row-level security", async () => {
      const { tokens } = await plane.tenant();
      const options = `-c app.tenant_id=${tokens.user.tenant_id}`;
      const client = new pg.Client({ connectionString: plane.databaseUrl, options });
      await client.connect();
      await client.query(
        `insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
         select gen_random_uuid(), 'host', 'server', '', '', jsonb_build_object('ip_address', '10.9.' || number / 250 || '.' || number % 250),
           'low', '{}', 'manual', '' from generate_series(1, 5000) as number`,
      );
      await client.query("analyze config_items");
      await client.query("set role opsplane_runtime");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `explain select item.id from items_of_tenant item
         where ci_addresses(item.tenant_id, item.attributes) && array[current_setting('app.tenant_id') || ' 10.0.0.1']
           and item.attributes ?| array['ip_address', 'ip_addresses']`,
      );
      await client.end();
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("config_items_by_address");
    });

    test("another tenant's items have no names here, and a role without cmdb:read gets none", async () => {
      const owner = await plane.tenant("enterprise");
      await anItem(owner.api, "secret-host", { ip_address: "10.7.7.7" });
      const { api: stranger } = await plane.tenant();
      expect(await namesOf(stranger, ["10.7.7.7"])).toEqual([]);
      await owner.api.roles.create({ body: { name: "observer", permissions: ["observability:read"] } });
      const observer = await plane.person("observer", owner);
      expect(await refusalOf(observer.api.netflow.names({ query: { ip: ["10.7.7.7"] } }))).toMatchObject({
        status: 403,
      });
      expect(await observer.api.netflow.pairs()).toMatchObject({ pairs: [] });
    });
  });
});
