import { requestsBesideFlood } from "./fairness/requests.ts";
import { workBesideFlood } from "./fairness/work.ts";
import { runBench } from "./scope.ts";

const parts = { requests: requestsBesideFlood, work: workBesideFlood };
const [, , , ...wanted] = process.argv;

await runBench(async (scope) => {
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part(scope);
});
