import { type Random, randomFrom } from "../patterns/random.ts";

/** A metric of ordinary life: what it does by hour, day and season, and how noisy it is. Nothing in it is a fault. */
export interface Character {
  readonly name: string;
  /** Minutes between points. */
  readonly step: 1 | 5;
  /** The value at a moment before noise, from the share of a normal day's work. */
  value(work: number, random: Random, day: number): number;
  /** Noise: the share of the value, how slowly it moves (0 to 1), and whether it has rare high values. */
  readonly noise: number;
  readonly slow?: number;
  readonly heavy?: true;
  /** The share of points that are missing. */
  readonly missing?: number;
  /** A job that raises the value for some minutes: at an hour of each day, or at random with so many a day. */
  readonly burst?: {
    readonly hour?: number;
    readonly perDay?: number;
    readonly minutes: number;
    readonly factor: number;
  };
}

const byWork =
  (base: number, more: number, growth = 0) =>
  (work: number, _: Random, day: number) =>
    (base + more * work) * (1 + (growth * day) / 365);

/** Thirty metrics: loads of people, machines, queues, counts and gauges. */
export const characters: readonly Character[] = [
  { name: "requests", step: 1, value: byWork(50, 400), noise: 0.06 },
  { name: "requests, growing", step: 1, value: byWork(50, 400, 0.6), noise: 0.06 },
  { name: "requests, shrinking", step: 5, value: byWork(80, 300, -0.4), noise: 0.08 },
  { name: "small shop", step: 5, value: (work, random) => poisson(6 * work, random), noise: 0 },
  { name: "orders", step: 1, value: (work, random) => poisson(20 * work + 1, random), noise: 0 },
  { name: "logins at offices", step: 5, value: (work, random) => poisson(60 * work ** 2, random), noise: 0.05 },
  { name: "CPU of a web server", step: 1, value: byWork(8, 50), noise: 0.12, slow: 0.6 },
  {
    name: "CPU with a nightly job",
    step: 5,
    value: byWork(10, 30),
    noise: 0.1,
    burst: { hour: 2, minutes: 70, factor: 4 },
  },
  { name: "CPU with builds", step: 1, value: byWork(10, 40), noise: 0.2, burst: { perDay: 6, minutes: 12, factor: 2 } },
  { name: "CPU that idles", step: 5, value: () => 2, noise: 0.15, burst: { perDay: 3, minutes: 5, factor: 3 } },
  { name: "memory", step: 5, value: byWork(60, 8), noise: 0.01, slow: 0.97 },
  { name: "disk, growing", step: 5, value: (_, __, day) => 40 + day * 0.1, noise: 0.001, slow: 0.9 },
  { name: "disk with a weekly clean-up", step: 5, value: (_, __, day) => 40 + (day % 7) * 3, noise: 0.003 },
  { name: "latency", step: 1, value: byWork(80, 60), noise: 0.15, heavy: true },
  { name: "latency p99", step: 5, value: byWork(300, 300), noise: 0.3, heavy: true },
  { name: "latency of a quiet service", step: 5, value: () => 40, noise: 0.4, heavy: true, missing: 0.3 },
  { name: "error count", step: 5, value: (work, random) => poisson(0.6 * work + 0.1, random), noise: 0 },
  { name: "error share", step: 1, value: (_, random) => poisson(2, random) / 400, noise: 0.1 },
  { name: "queue length", step: 1, value: (work, random) => poisson(5 * work, random) * 3, noise: 0.2, heavy: true },
  {
    name: "queue with batches",
    step: 5,
    value: byWork(5, 20),
    noise: 0.3,
    burst: { perDay: 8, minutes: 20, factor: 6 },
  },
  { name: "network in", step: 5, value: byWork(20, 80), noise: 0.25, slow: 0.5 },
  {
    name: "network with a backup",
    step: 5,
    value: byWork(10, 40),
    noise: 0.2,
    burst: { hour: 23, minutes: 50, factor: 8 },
  },
  {
    name: "temperature",
    step: 5,
    value: (_, __, day) => 24 + 5 * Math.sin((2 * Math.PI * (day - 110)) / 365),
    noise: 0.02,
    slow: 0.98,
  },
  { name: "power", step: 5, value: byWork(300, 60), noise: 0.03, slow: 0.8 },
  { name: "sessions", step: 1, value: byWork(100, 900), noise: 0.04, slow: 0.95 },
  { name: "cache hit share", step: 5, value: (work) => 0.97 - 0.05 * work, noise: 0.006 },
  { name: "threads", step: 5, value: (work) => Math.round(40 + 30 * work), noise: 0.02 },
  { name: "heap of a collector", step: 1, value: (_, __, day) => 300 + ((day * 1440 * 7.3) % 400), noise: 0.02 },
  { name: "constant", step: 5, value: () => 12, noise: 0 },
  { name: "replication delay", step: 5, value: () => 0.4, noise: 0.8, heavy: true, missing: 0.02 },
];

const minute = 60;
const daySeconds = 86_400;
/** A Monday. */
const start = 1_767_571_200;
const holidays = [0, 95, 120, 121, 145, 226, 275, 358, 359, 360, 364];

/** A year of a metric, from a seed: times in Unix seconds and values, null where missing. */
export function yearOf(
  character: Character,
  seed: number,
  days = 365,
): { times: Float64Array; values: (number | null)[] } {
  const random = randomFrom(seed + character.name.length * 1009);
  const { step, noise, slow = 0, heavy, missing = 0.001 } = character;
  const perDay = (24 * 60) / step;
  const times = new Float64Array(days * perDay);
  const values: (number | null)[] = [];
  const bursts = burstsOf(character, random, days);
  let drift = 0;
  let dayLevel = 1;
  for (let index = 0; index < times.length; index += 1) {
    const at = index * step * minute;
    const day = at / daySeconds;
    // Days differ a little as a whole, as people do.
    if (index % perDay === 0) dayLevel = 1 + 0.04 * normal(random);
    drift = slow * drift + Math.sqrt(1 - slow * slow) * normal(random);
    const spike = heavy && random() < 0.002 ? 1 + 2 * random() ** 3 : 1;
    const busy = bursts.has(Math.floor(at / (5 * minute))) ? (character.burst?.factor ?? 1) : 1;
    const plain = character.value(workAt(at, dayLevel), random, day) * Math.max(0, 1 + noise * drift) * spike * busy;
    times[index] = start + at;
    values.push(random() < missing ? null : plain);
  }
  return { times, values };
}

/** The share of a normal day's work: people sleep, have week-ends and holidays, and start a little later in some weeks. */
function workAt(at: number, dayLevel: number): number {
  const day = Math.floor(at / daySeconds);
  const hour = (at % daySeconds) / 3600;
  const isFree = day % 7 > 4 || holidays.includes(day);
  const curve = Math.exp(-(((hour - 11) / 3) ** 2)) + 0.9 * Math.exp(-(((hour - 16) / 3.5) ** 2));
  return Math.min(1.3, curve) * (isFree ? 0.35 : 1) * dayLevel;
}

/** Spans of five minutes in which a job runs. */
function burstsOf({ burst }: Character, random: Random, days: number): Set<number> {
  const spans = new Set<number>();
  if (burst === undefined) return spans;
  for (let day = 0; day < days; day += 1) {
    const hours =
      burst.hour === undefined
        ? Array.from({ length: poisson(burst.perDay ?? 0, random) }, () => random() * 24)
        : [burst.hour];
    for (const hour of hours)
      for (let at = 0; at < burst.minutes * (0.8 + 0.4 * random()); at += 5)
        spans.add(Math.floor(day * 288 + hour * 12 + at / 5));
  }
  return spans;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

function poisson(mean: number, random: Random): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let [count, left] = [0, Math.exp(-mean)];
  for (let product = random(); product > left; product *= random()) count += 1;
  left = 0;
  return count + left;
}
