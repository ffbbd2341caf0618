// npm run bench -- <name>: figures beside a bare baseline or a peer that is measured in the same run.
import { prepareEmulation } from "./emulated-clickhouse.mjs";
import { ensureBuilt, ensureInstalled, expectNode } from "./prepare.mjs";

const benches = {
  api: "requests per CPU second beside a bare Fastify + pg server with the same SQL; memory of the idle product",
  cmdb: "impact analysis over 10,000 and 100,000 items beside a bare recursive statement; lists, search and facets",
  fairness: "what a tenant waits while another one floods, beside what it waits alone",
  growth: "lists and searches of 10,000, 100,000 and 1,000,000 records; a number after it is the largest size",
  telemetry:
    "decode, series, logs, flows, soak: beside Prometheus, VictoriaMetrics, ripgrep, nfdump; part=size after it runs one part",
};

const [name = ""] = process.argv.slice(2);
if (!Object.hasOwn(benches, name)) {
  console.log(`${name === "" ? "" : `There is no bench '${name}'. `}npm run bench -- <name>, where name is one of:`);
  for (const [known, about] of Object.entries(benches)) console.log(`  ${known.padEnd(10)} ${about}`);
  process.exit(name === "" ? 0 : 1);
}

expectNode();
ensureInstalled();
await prepareEmulation();
ensureBuilt();
// In this very process, so that Ctrl-C reaches the bench and what it started is stopped.
const { register } = await import("tsx/esm/api");
register();
await import(`../bench/${name}.ts`);
