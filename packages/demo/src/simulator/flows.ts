import { edges } from "../shop/call-graph.ts";
import { backends, dns, externals, hosts, services } from "../shop/shop.ts";
import type { Conditions } from "./conditions.ts";
import { hashOf, type Random } from "./random.ts";
import type { Flow } from "./signals.ts";
import { dailyShare } from "./traffic.ts";

const minute = 60_000;
/** The router that exports all flows. */
const exporter = "shop-router-1";
const ntp = "10.20.0.123";

/** A pair of addresses that exports one record a minute, at a second of its own. */
interface Conversation {
  readonly from: string;
  readonly source: string;
  readonly host: string;
  readonly to: string;
  readonly target: string;
  readonly port: number;
  readonly protocol: Flow["protocol"];
  /** Usual bytes in a minute. */
  readonly bytes: number;
  readonly second: number;
}

const addresses = new Map(hosts.map(({ name, address }) => [name as string, address as string]));

const conversations: readonly Conversation[] = [...inside(), ...outside(), ...timeServers()].map((one, place) => ({
  ...one,
  second: hashOf(`${one.source} ${one.target} ${one.port} ${place}`) % 60,
}));

type Unplaced = Omit<Conversation, "second">;

function inside(): Unplaced[] {
  return edges.flatMap(({ from, to }) => {
    const target = services.find(({ name }) => name === to) ?? backends.find(({ name }) => name === to);
    const caller = services.find(({ name }) => name === from);
    if (!target || !caller) return [];
    const isDns = to === dns;
    return caller.hosts.map((host) => ({
      from,
      source: addresses.get(host) ?? "",
      host,
      to,
      target: target.address,
      port: target.port,
      protocol: isDns ? ("udp" as const) : ("tcp" as const),
      bytes: isDns ? 9_000 : Math.min(caller.requestRate, 30) * 26_000,
    }));
  });
}

function outside(): Unplaced[] {
  const callers: readonly (readonly [string, number])[] = [
    ["payments", 0],
    ["shipping", 1],
    ["notifications", 2],
  ];
  return callers.flatMap(([from, place]) => {
    const target = externals[place];
    const caller = services.find(({ name }) => name === from);
    if (!target || !caller) return [];
    return caller.hosts.map((host) => ({
      from,
      source: addresses.get(host) ?? "",
      host,
      to: target.name,
      target: target.address,
      port: target.port,
      protocol: "tcp" as const,
      bytes: 240_000,
    }));
  });
}

function timeServers(): Unplaced[] {
  return hosts.map(({ name, address }) => ({
    from: name,
    source: address,
    host: name,
    to: "ntp",
    target: ntp,
    port: 123,
    protocol: "udp",
    bytes: 180,
  }));
}

/** The flows that end in one second. */
export function flowsOf(random: Random, conditions: Conditions, at: number): Flow[] {
  const second = (at % minute) / 1000;
  const due = conversations.filter((one) => one.second === second);
  return [...due.flatMap((one) => flowsBetween(random, conditions, one, at)), ...visitors(random, conditions, at)];
}

function flowsBetween(random: Random, conditions: Conditions, talk: Conversation, at: number): Flow[] {
  const busy = dailyShare(at) * conditions.traffic(at);
  const { share, packets: more, records } = change(conditions, talk, at);
  const bytes = Math.round(random.lognormal(talk.bytes, 0.25) * busy * share) + 80;
  const packets = Math.ceil((bytes / 820) * more) + 1;
  const flow = {
    timestamp: at,
    start: at - minute,
    end: at,
    protocol: talk.protocol,
    src_ip: talk.source,
    dst_ip: talk.target,
    dst_port: talk.port,
    exporter,
  };
  return Array.from({ length: records }, () => ({
    ...flow,
    src_port: Math.floor(random.between(32_768, 60_999)),
    bytes: Math.ceil(bytes / records),
    packets: Math.ceil(packets / records),
  }));
}

/** What the fault does to a conversation: fewer bytes, more packets for them, more records. */
function change(conditions: Conditions, talk: Conversation, at: number) {
  const { spec, fault } = conditions;
  const usual = { share: 1, packets: 1, records: 1 };
  if (!spec || !fault) return usual;
  const effect = conditions.effect(at);
  const retries = fault.kind === "dns" && (talk.to === dns || talk.port === 443 || talk.port === 587);
  if (retries && talk.to === dns)
    return { share: 1 + 3 * effect, packets: 1 + 2 * effect, records: effect > 0.3 ? 3 : 1 };
  if (retries) return { ...usual, share: 1 - spec.refuse * effect };
  if (spec.loss > 0 && talk.host === spec.root)
    return { share: 1 - 0.45 * effect, packets: 1 + 1.6 * effect, records: 1 };
  if (talk.to === spec.root || conditions.isRoot(talk.from, talk.host))
    return { ...usual, share: 1 - Math.max(0.5, spec.refuse * 0.9) * effect };
  return usual;
}

/** Customers in front of the storefront. */
function visitors(random: Random, conditions: Conditions, at: number): Flow[] {
  const busy = dailyShare(at) * conditions.traffic(at);
  const count = Math.floor(0.35 * busy + random.next());
  const storefront = services[0]?.address ?? "";
  return Array.from({ length: count }, () => {
    const bytes = Math.round(random.lognormal(60_000, 0.9));
    const length = Math.round(random.between(200, 20_000));
    return {
      timestamp: at,
      start: at - length,
      end: at,
      protocol: "tcp" as const,
      src_ip: `198.51.100.${Math.floor(random.between(1, 254))}`,
      src_port: Math.floor(random.between(1_024, 65_000)),
      dst_ip: storefront,
      dst_port: 443,
      bytes,
      packets: Math.ceil(bytes / 900) + 4,
      exporter,
    };
  });
}
