import { oneOf, randomFrom } from "./random.ts";

export interface Line {
  /** ISO 8601. */
  time: string;
  level: string;
  service: string;
  host: string;
  request: string;
  message: string;
}

/** The record for `POST /api/logs`. */
export function asRecord({ time, level, service, host, request, message }: Line) {
  return {
    timestamp: time,
    level,
    service,
    message,
    attributes: { request_id: request },
    resource: { "host.name": host },
  };
}

/** Contained in five lines in total. */
export const rareWord = "tombstone_overflow";
/** Contained in about one in two thousand lines. */
export const phrase = "connection reset by peer";

type Make = (random: () => number) => string;

const below = (random: () => number, end: number) => Math.floor(random() * end);
const address: Make = (random) => `10.${below(random, 4)}.${below(random, 256)}.${below(random, 256)}`;
const hex: Make = (random) => below(random, 4_294_967_296).toString(16).padStart(8, "0");
const paths = ["/api/orders", "/api/carts", "/api/payments", "/api/users", "/healthz", "/api/search", "/assets/app.js"];
const agents = ["Mozilla/5.0 (X11; Linux x86_64)", "curl/7.88.1", "okhttp/4.12.0", "kube-probe/1.30"];
const tables = ["orders", "line_items", "payments", "sessions", "stock"];
const topics = ["orders.placed", "payments.settled", "stock.moved", "mail.outbox"];
const jobs = ["reindex", "send-mail", "settle", "expire-carts"];

const messages: readonly [weight: number, level: string, service: string, make: Make][] = [
  [
    30,
    "info",
    "gateway",
    (random) =>
      `${address(random)} "${oneOf(["GET", "GET", "POST", "PUT"], random)} ${oneOf(paths, random)}/${below(random, 90_000)} HTTP/1.1" ${oneOf([200, 200, 200, 201, 304, 404], random)} ${below(random, 60_000)} ${below(random, 900)}ms "${oneOf(agents, random)}"`,
  ],
  [
    14,
    "info",
    "orders",
    (random) => `order ${hex(random)} placed by user ${below(random, 200_000)}, ${below(random, 12)} items`,
  ],
  [
    12,
    "debug",
    "database",
    (random) =>
      `duration: ${(random() * 40).toFixed(3)} ms  execute: select * from ${oneOf(tables, random)} where id = ${below(random, 9_000_000)}`,
  ],
  [
    10,
    "info",
    "broker",
    (random) =>
      `partition ${oneOf(topics, random)}-${below(random, 24)} offset ${below(random, 80_000_000)} committed in ${below(random, 90)} ms`,
  ],
  [
    9,
    "info",
    "payments",
    (random) =>
      `charge ch_${hex(random)}${hex(random)} of ${below(random, 90_000) / 100} EUR ${oneOf(["authorised", "captured"], random)}`,
  ],
  [
    9,
    "debug",
    "cache",
    (random) =>
      `${oneOf(["hit", "hit", "hit", "miss"], random)} key=session:${hex(random)} ttl=${below(random, 3600)}s node=${below(random, 6)}`,
  ],
  [
    6,
    "info",
    "worker",
    (random) => `job ${oneOf(jobs, random)} #${below(random, 900_000)} finished after ${below(random, 9000)} ms`,
  ],
  [
    4,
    "warn",
    "database",
    (random) =>
      `slow query: ${(1000 + random() * 9000).toFixed(0)} ms on ${oneOf(tables, random)}, ${below(random, 2_000_000)} rows read`,
  ],
  [
    3,
    "warn",
    "gateway",
    (random) =>
      `upstream ${oneOf(["orders", "payments"], random)} at ${address(random)}:8080 answered late, attempt ${1 + below(random, 3)}`,
  ],
  [2, "error", "payments", (random) => `charge declined for user ${below(random, 200_000)}: code=${below(random, 90)}`],
  [
    1,
    "error",
    "worker",
    (random) =>
      `job ${oneOf(jobs, random)} failed: TypeError: Cannot read properties of undefined (reading 'id')\\n    at run (/srv/worker/${hex(random)}.js:${below(random, 900)}:17)`,
  ],
];
/** Repeated according to their weights. */
const weighted = messages.flatMap((each) => Array.from({ length: each[0] }, () => each));

/** Evenly distributed over the time range, newest last. */
export function* logLines(count: number, from: number, to: number): Generator<Line> {
  const random = randomFrom(7);
  const rareEvery = Math.floor(count / 5);
  for (let index = 0; index < count; index++) {
    const [, level, service, make] = oneOf(weighted, random);
    const line = {
      time: new Date(from + Math.floor(((to - from) * index) / count)).toISOString(),
      level,
      service,
      host: `${service}-${below(random, 8)}`,
      request: hex(random) + hex(random),
      message: make(random),
    };
    if (index % rareEvery === rareEvery >> 1)
      yield { ...line, level: "error", message: `${line.message}: ${rareWord}` };
    else if (index % 2003 === 0)
      yield {
        ...line,
        level: "error",
        message: `read from ${address(random)}:5432: ${phrase}, retry in ${below(random, 900)} ms`,
      };
    else yield line;
  }
}
