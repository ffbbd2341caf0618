import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { isLongRun } from "../apps/tenant-plane/test/effort.ts";
import { sharedPlane } from "../apps/tenant-plane/test/plane.ts";
import { exportsOf } from "../bench/rca/simulated/otlp.ts";
import type { FaultKind } from "../bench/sim/faults.ts";
import { incidentOf, type SimIncident } from "../bench/sim/incident.ts";

// Faults of simulated systems over the whole pipeline: OTLP, ClickHouse and the analysis, without a CMDB and without items. Names, topology,
// rates and places are drawn by a seed. `npm run test:long` has all kinds and draws three of each, others each time.

const all: readonly FaultKind[] = [
  "one query becomes many",
  "storm of calls",
  "slow third party",
  "service down",
  "noisy neighbour",
  "leaking pool",
  "exceptions of a canary",
  "lock contention",
  "cache down",
  "healthy",
];
/** Each takes some seconds. */
const kinds = isLongRun ? all : all.filter((kind) => ["service down", "lock contention", "healthy"].includes(kind));
/** Of three cases all must be right; of thirty three first causes may be wrong, and one of them with certainty or without the true one. */
const allowed = (cases: number, oneIn: number) => Math.floor(cases / oneIn);
const maxTries = 20;
/** Below this, an analysis names no cause. */
const notEnough = 0.3;

test.skipIf(inject("clickhouseProblem") !== "")("the analysis names the causes of simulated faults", async () => {
  const seeds = isLongRun ? Array.from({ length: 3 }, () => randomBytes(4).toString("hex")) : ["drawn"];
  const verdicts: Verdict[] = [];
  for (const seed of seeds) for (const kind of kinds) verdicts.push(await verdictOn(feltIncident(seed, kind)));
  const about = (some: readonly Verdict[]) => some.map(({ text }) => text).join("\n");
  const wrong = verdicts.filter(({ isRight }) => !isRight);
  const found = {
    wrong: wrong.length <= allowed(verdicts.length, 10),
    wrongAndSure: wrong.filter(({ isSure }) => isSure).length <= allowed(verdicts.length, 30),
    notListed: wrong.filter(({ isListed }) => !isListed).length <= allowed(verdicts.length, 30),
  };
  expect(found, about(wrong)).toEqual({ wrong: true, wrongAndSure: true, notListed: true });
});

interface Verdict {
  /** The cause is first; where there is none, none is named. */
  isRight: boolean;
  isListed: boolean;
  isSure: boolean;
  text: string;
}

async function verdictOn(incident: SimIncident): Promise<Verdict> {
  const { truth, seed } = incident;
  const plane = await sharedPlane();
  const { api } = await plane.tenant();
  const { traces, logs, metrics } = exportsOf(incident, Date.now());
  for (const body of traces) await api.ingest.otlpTraces({ body });
  for (const body of logs) await api.ingest.otlpLogs({ body });
  for (const body of metrics) await api.ingest.otlpMetrics({ body });
  const { id } = await api.incidents.create({ body: { title: "Customers report errors" } });
  const { causes } = await api.response.rca({ body: { incident_id: id } });
  const stated = causes[0]?.score ?? 0;
  const place = causes.findIndex(({ service }) => truth.includes(service ?? ""));
  const found = causes.slice(0, 3).map(({ service, title, score }) => `${service ?? title} ${score}`);
  const isHealthy = truth.length === 0;
  return {
    isRight: isHealthy ? stated < notEnough : place === 0,
    isListed: isHealthy || place >= 0,
    isSure: stated >= 0.8,
    text: `${seed}: ${truth.join(" or ") || "nothing"}; found ${found.join(", ") || "nothing"}`,
  };
}

/** The first incident of this kind that users notice. */
function feltIncident(seed: string, kind: FaultKind) {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const incident = incidentOf({ seed: `${seed}-${kind}-${attempt}`, kind, senders: "complete" });
    if (incident !== undefined) return incident;
  }
  throw new Error(`nobody notices ${kind}`);
}
