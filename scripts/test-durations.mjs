// npm run test:durations: writes the durations of the last whole run to scripts/test-durations.json, by which the longest files start first.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { announce, root, stopWith } from "./prepare.mjs";
import { lastReport } from "./test-report.mjs";

const files = lastReport()?.files ?? [];
if (files.length < 100) stopWith("run `npm test` first, because the last run had only some of the files.");
const durations = files.filter(({ seconds }) => seconds >= 1).map(({ path, seconds }) => [path, Math.round(seconds)]);
durations.sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(join(root, "scripts/test-durations.json"), `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`);
announce(`${durations.length} durations written`);
