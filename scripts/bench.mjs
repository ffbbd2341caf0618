// npm run bench -- <name>: measures the product and, in the same run, a bare baseline or a peer.
import { assertNode, ensureBuilt, ensureClickHouse, ensureInstalled } from "./prepare.mjs";

const benches = {
  alerts:
    "policies evaluated a second, from 100 to 10,000 of them, and from a sample to its incident, compared with Prometheus; a number after it is the largest size",
  analyses:
    "time and memory of POST /api/rca after 100,000 spans of 60 services; numbers after it are the spans, the services and how often it is asked",
  api: "requests per CPU second, compared with a bare Fastify + pg server with the same SQL; memory of the idle product",
  cmdb: "impact analysis over 10,000 and 100,000 items, compared with a bare recursive statement; lists, search and facets",
  console:
    "first load, smoothness with 100,000 log records, 10,000 spans and 200 series, Lighthouse; needs chromium-headless-shell",
  copilot:
    "questions to the copilot, written by hand and generated, judged by SQL: right, refused and wrong; after it how many to generate, a seed, and all to print what was not answered",
  fairness: "response times of a tenant with and without a flood from another tenant",
  faults:
    "root causes of the demo's ten faults through the API, each in a tenant of its own; after it seeds (1,2,3) and names of faults",
  fuzz: "hostile values for every field of the contract, and how long another tenant waits beside them; --requests 100000 --minutes 10 --seed 1",
  growth: "lists and searches of 10,000, 100,000 and 1,000,000 records; a number after it is the largest size",
  patterns:
    "log templates on formats of our own whose statements are known, beside a plain Drain; lines a format and seeds after it (2000 5)",
  reports:
    "each data source of a report over 10,000, 100,000 and 1,000,000 incidents: time and peak memory, compared with a bare export; a number after it is the largest size",
  rca: "root causes of recorded faults, beside published methods; a folder of cases after it, or ../shared/rca-dev",
  sim: "root causes in simulated worlds that the engine has never seen; --count 5 of each kind of fault, --kinds a,b --seed 1 (a hash of the engine unless given); `rca fit` fits the weights on them",
  nab: "score of the anomaly detector on labelled series of the Numenta Anomaly Benchmark, compared with two baselines; NAB_FOLDER names their folder; `fit` chooses views without each file and group; `year` counts false alarms in a year of ordinary life",
  storm:
    "one alert policy that fires for 100 to 10,000 groups at once: time and CPU of a group, incidents, and how long others wait; a number after it is the largest size",
  telemetry:
    "decode, series, logs, flows, soak: compared with Prometheus, VictoriaMetrics, ripgrep, nfdump; part=size runs one part",
  workflows:
    "1,000 runs of 5 steps, compared with the bare transactions that a durable engine needs; cost of a run with 100 to 10,000 stored ones",
};

const [name = ""] = process.argv.slice(2);
if (!Object.hasOwn(benches, name)) {
  console.log(`${name === "" ? "" : `There is no bench '${name}'. `}npm run bench -- <name>, where name is one of:`);
  for (const [known, about] of Object.entries(benches)) console.log(`  ${known.padEnd(10)} ${about}`);
  process.exit(name === "" ? 0 : 1);
}

assertNode();
ensureInstalled();
// The engine of root causes, the miner of templates and the detector are pure code.
if (!["rca", "sim", "nab", "patterns"].includes(name)) {
  await ensureClickHouse();
  await ensureBuilt();
}
// Runs in this process, because Ctrl-C must reach the bench, which then stops its processes.
const { register } = await import("tsx/esm/api");
register();
await import(`../bench/${name}.ts`);
