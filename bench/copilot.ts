import { generated } from "../apps/tenant-plane/test/copilot-questions/generator/index.ts";
import {
  handWritten,
  type Judged,
  type JudgedQuestion,
  judge,
  verdictsOf,
} from "../apps/tenant-plane/test/copilot-questions/judge.ts";
import { seedTenant } from "../apps/tenant-plane/test/copilot-seed.ts";
import { fewAtATime } from "../apps/tenant-plane/test/few-at-a-time.ts";
import { openVisitors } from "../apps/tenant-plane/test/people.ts";
import { wilson } from "./rca/scores.ts";
import { startRecordsProduct } from "./records-product.ts";
import { runBench } from "./scope.ts";
import { table } from "./table.ts";

// Questions to the copilot, judged by SQL. Arguments: how many generated ones (2,000), their seed (1), and `all` to print what was not right.

const [count = 2000, seed = 1] = process.argv.slice(3).map(Number).filter(Number.isFinite);
const showsAll = process.argv.includes("all");
const password = "correct horse battery staple";

await runBench(async (scope) => {
  const product = await startRecordsProduct(scope, { durable: false });
  const { login } = openVisitors({ url: product.url, serviceSecret: "", tenantId: "default" });
  const owner = await login("admin@opsplane.local", password);
  const tenant = await seedTenant({ login, databaseUrl: product.databaseUrl }, owner, false);
  scope.later(() => tenant.close());
  const of = { api: owner.api, rows: tenant.rows };
  const judgeAll = async (questions: readonly JudgedQuestion[]) => {
    const judged = await fewAtATime(questions.length, async (index) => {
      scope.check();
      const question = questions[index];
      return question && judge(of, question);
    });
    return judged.flatMap((each) => each ?? []);
  };
  print("written by hand", await judgeAll(handWritten));
  print("generated", await judgeAll(generated(seed, count, Date.now())));
});

function print(title: string, judged: readonly Judged[]): void {
  const row = (name: string, of: readonly Judged[]) => {
    const { right, refused, wrong } = verdictsOf(of);
    return [name, String(of.length), ...[right, refused, wrong].map((part) => share(part, of.length))];
  };
  const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
  const others = judged.filter(({ isAnswerable }) => !isAnswerable);
  const head = [title, "asked", "right", "refused", "wrong"];
  console.log(
    `\n${table(head, [row("with an answer", answerable), row("without an answer", others), row("all", judged)])}\n`,
  );
  for (const { ask, verdict, answer, truth, isAnswerable } of judged) {
    const isFine = verdict === "right" || (!isAnswerable && verdict === "refused");
    if (verdict === "wrong" || (showsAll && !isFine))
      console.log(`${verdict}: ${ask}\n    truth ${truth ?? "none"}: ${answer.slice(0, 300).replaceAll("\n", " ")}`);
  }
}

function share(part: number, all: number): string {
  if (all === 0) return "0";
  const [low, high] = wilson(part, all);
  const percent = (value: number) => (value * 100).toFixed(1);
  return `${part} = ${percent(part / all)} % (${percent(low)} to ${percent(high)})`;
}
