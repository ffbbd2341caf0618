// Incidents of an invented company, for the search for similar ones. What belongs together is drawn first, then what people and tools write
// about it. Nothing of the search is imported here, and the words are its own.

export interface WrittenIncident {
  id: string;
  title: string;
  source: string;
  items: readonly string[];
  rule: string | null;
  cause: { name: string; kind: string; confirmed: boolean; evidence: readonly string[] } | null;
  /** What really happened; incidents with the same number belong together. */
  truth: number;
  /** What a reader could tell it by: the words of the cause that the title has, and whether the cause was noted. */
  known: { words: readonly string[]; cause: boolean; service: string };
}

const subjects =
  "basket billing booking catalog chat claims delivery fleet forum gallery inbox ledger loyalty mailing maps menu offers parcel payroll pricing profile quotes refunds returns reviews routing seats shipping stock survey tickets tracking voucher wallet".split(
    " ",
  );
const kinds = ["db", "cache", "mq", "proxy", "gateway", "store", "worker", "auth"];
/** What goes wrong inside, in the words of those who found it. */
const mechanisms: readonly (readonly string[])[] = [
  ["letsencrypt", "certificate", "expired"],
  ["vacuum", "wraparound", "transaction"],
  ["pool", "hikari", "exhausted"],
  ["nfs", "mount", "stale"],
  ["conntrack", "table", "dropped"],
  ["kafka", "consumer", "rebalance"],
  ["inode", "tmp", "sessions"],
  ["dns", "resolver", "ndots"],
  ["heap", "metaspace", "gc"],
  ["ntp", "clock", "skew"],
  ["bgp", "transit", "flap"],
  ["replication", "slot", "wal"],
  ["throttled", "quota", "s3"],
  ["oauth", "jwks", "signature"],
  ["oom", "sidecar", "killed"],
  ["elasticsearch", "shard", "unassigned"],
  ["cron", "backup", "lock"],
  ["fsync", "raid", "degraded"],
  ["schema", "migration", "column"],
  ["feature", "flag", "rollout"],
];
const symptoms = [
  "is slow",
  "fails",
  "returns errors",
  "times out",
  "is down",
  "cannot be reached",
  "shows an empty page",
  "has a high error rate",
  "loses requests",
  "hangs",
];
const openings = [
  "",
  "",
  "",
  "Customers report: ",
  "Again: ",
  "Since this morning ",
  "After lunch: ",
  "Berlin: ",
  "On call: ",
];
const policies = ["High latency", "Error rate", "Host down", "Queue grows", "Disk almost full", "Probe failed"];

/** Incidents in order of time, drawn by a number. */
export function drawnIncidents(seed: number, count: number): WrittenIncident[] {
  const next = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const company = Array.from({ length: 14 }, () => pick(subjects));
  const scenarios = Array.from(
    { length: Math.max(6, Math.round(count / 14)) },
    (_, truth): Scenario => ({
      truth,
      name: `${pick(company)}-${pick(kinds)}${next() < 0.4 ? `-${1 + Math.floor(next() * 4)}` : ""}`,
      kind: pick(["service", "host", "change", "deployment"]),
      mechanism: pick(mechanisms),
      felt: [pick(company), pick(company)],
      evidence: pick([["metric", "traces"], ["logs"], ["traces", "logs"], ["change", "relation"]]),
      rule: next() < 0.4 ? pick(policies) : null,
    }),
  );
  const alone = (number: number): Scenario => {
    const named = { name: `${pick(subjects)}-${pick(kinds)}-${number}`, mechanism: [], truth: 10_000 + number };
    return { ...pick(scenarios), ...named, felt: company, rule: null };
  };
  return Array.from({ length: count }, (_, number) =>
    written({ next, pick, number, scenario: next() < 0.5 ? alone(number) : pick(scenarios) }),
  );
}

interface Scenario {
  truth: number;
  name: string;
  kind: string;
  mechanism: readonly string[];
  felt: readonly string[];
  evidence: readonly string[];
  rule: string | null;
}

interface Drawing {
  next: () => number;
  pick: <T>(list: readonly T[]) => T;
  number: number;
  scenario: Scenario;
}

/** What a person or an alert writes about it. */
function written({ next, pick, number, scenario }: Drawing): WrittenIncident {
  const { name, kind, evidence, truth } = scenario;
  const service = pick(scenario.felt);
  const words = scenario.mechanism.filter(() => next() < 0.45);
  const named = next() < 0.25 ? [name] : [];
  const about = words.length === 0 ? "" : `${pick([": ", " - ", ", ", " ("])}${words.join(" ")}`;
  const rule = next() < 0.35 ? (scenario.rule ?? pick(policies)) : null;
  const begin = rule === null ? `${pick(openings)}${service} ${pick(symptoms)}` : `${rule} (service.name=${service})`;
  const isNoted = next() < 0.45;
  return {
    id: `incident-${number}`,
    title: [`${begin}${about}`, ...named].join(" "),
    source: rule ?? "",
    items: next() < 0.6 ? [service] : [],
    rule,
    cause: isNoted ? { name, kind, confirmed: next() < 0.5, evidence } : null,
    truth,
    known: { words: [...words, ...named], cause: isNoted, service },
  };
}

/** Whether the two belong together, and a reader who sees only them could say so. */
export function belongTogether(one: WrittenIncident, other: WrittenIncident): boolean {
  const { words, cause, service } = one.known;
  const shared = words.filter((word) => other.known.words.includes(word)).length;
  if (one.cause !== null && one.cause.name === other.cause?.name) return true;
  // The same thing broke in the same way, the same kind of fault somewhere else, or the same alert again.
  if (one.truth === other.truth && (shared > 0 || (cause && other.known.cause))) return true;
  return shared >= 2 || (one.rule !== null && one.rule === other.rule && service === other.known.service);
}

function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
