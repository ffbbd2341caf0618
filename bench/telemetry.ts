import { join } from "node:path";
import { runBench, type Scope } from "./scope.ts";
import { benchDecode } from "./telemetry/decode.ts";
import { benchFlows } from "./telemetry/flows.ts";
import { benchLogs } from "./telemetry/logs.ts";
import { logStep, type Ours, startOurs } from "./telemetry/ours.ts";
import { benchSeries } from "./telemetry/series.ts";
import { soak } from "./telemetry/soak.ts";
import { tempFolder } from "./temp-folder.ts";

// npm run bench -- telemetry [part[=size] …]: each part beside its peers, all of them where none is named.

interface Part {
  run(scope: Scope, ours: Ours, folder: string, size: number): Promise<void>;
  unit: string;
  size: number;
}

const parts: Record<string, Part> = {
  decode: { run: benchDecode, unit: "samples", size: 1_200_000 },
  series: { run: benchSeries, unit: "hours of 5,000 series", size: 24 },
  logs: { run: benchLogs, unit: "lines", size: 5_000_000 },
  flows: { run: benchFlows, unit: "flows", size: 5_000_000 },
  soak: { run: soak, unit: "minutes", size: 5 },
};

const asked = process.argv.slice(3).map((word) => word.split("="));
const chosen = asked.length > 0 ? asked : Object.keys(parts).map((name) => [name]);

await runBench(async (scope) => {
  for (const [name = "", size] of chosen) {
    if (!Object.hasOwn(parts, name) || (size !== undefined && !(Number(size) > 0)))
      throw new Error(`'${name}${size === undefined ? "" : `=${size}`}' is no part; there are ${known()}`);
  }
  const folder = await tempFolder(scope);
  logStep("starting the product");
  const ours = await startOurs(scope, join(folder, "ours"));
  for (const [name = "", given] of chosen) {
    const part = parts[name] as Part;
    const size = Number(given ?? part.size);
    if (size !== part.size) logStep(`${name}: ${size} ${part.unit}, not the ${part.size} of the goal`);
    await part.run(scope, ours, folder, size);
  }
});

function known(): string {
  return Object.entries(parts)
    .map(([name, { unit, size }]) => `${name} (=${unit}, ${size})`)
    .join(", ");
}
