import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { generated } from "../../test/copilot-questions/generator/index.ts";
import {
  handWritten,
  type JudgedQuestion,
  judge as judgeBySql,
  verdictsOf,
} from "../../test/copilot-questions/judge.ts";
import { knownQuestions } from "../../test/copilot-questions/known.ts";
import { laterQuestions } from "../../test/copilot-questions/later.ts";
import type { Question, Truths } from "../../test/copilot-questions/truths.ts";
import { seedTenant } from "../../test/copilot-seed.ts";
import { isLongRun } from "../../test/effort.ts";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import { type Plane, startPlane } from "../../test/plane.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("the copilot's questions", () => {
  let plane: Plane;
  let of: Truths;
  beforeAll(async () => {
    plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" }, { telemetry: true });
    const tenant = await seedTenant(plane, plane.admin, true);
    of = { ...tenant, api: plane.admin.api, userId: plane.admin.tokens.user.id };
  });
  afterAll(async () => {
    await of?.close();
    await plane?.close();
  });

  test("written with the engine", async () => {
    const result = await judgeAll(of, knownQuestions);
    print("written with the engine", result);
    expect(result.filter(({ verdict }) => verdict === "wrong").map(({ ask, answer }) => ({ ask, answer }))).toEqual([]);
    expect(share(result)).toBeGreaterThanOrEqual(0.9);
  });

  test("written after the engine", async () => {
    const result = await judgeAll(of, laterQuestions);
    print("written after the engine", result);
    expect(result.filter(({ verdict }) => verdict === "wrong").map(({ ask, answer }) => ({ ask, answer }))).toEqual([]);
    expect(share(result)).toBeGreaterThanOrEqual(0.9);
  });

  test("written by hand from the data, half of them without an answer", async () => {
    const judged = await bySql(of, handWritten);
    expect(judged.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    expect(shareOfAnswerable(judged)).toBeGreaterThanOrEqual(0.8);
  });

  test("generated from the grammar of the data", async () => {
    const judged = await bySql(of, generated(1, isLongRun ? 2000 : 150, Date.now()));
    expect(judged.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
    expect(shareOfAnswerable(judged)).toBeGreaterThanOrEqual(0.8);
  });
});

async function bySql(of: Truths, questions: readonly JudgedQuestion[]) {
  const judged = await fewAtATime(questions.length, async (index) => {
    const question = questions[index];
    return question && judgeBySql(of, question);
  });
  return judged.flatMap((each) => each ?? []);
}

function shareOfAnswerable(judged: Awaited<ReturnType<typeof bySql>>): number {
  const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
  return verdictsOf(answerable).right / answerable.length;
}

interface Judged extends Question {
  verdict: "right" | "unanswered" | "wrong";
  answer: string;
}

async function judgeAll(of: Truths, questions: readonly Question[]): Promise<Judged[]> {
  const judged = await fewAtATime(questions.length, async (index) => {
    const question = questions[index];
    return question ? [await judge(of, question)] : [];
  });
  return judged.flat();
}

async function judge(of: Truths, question: Question): Promise<Judged> {
  const { answer, answered } = await of.api.copilot.query({ body: { query: question.ask } });
  if (!answered) return { ...question, verdict: "unanswered", answer };
  const { first, has = [] } = await question.truth(of);
  const text = plain(answer);
  const found = Number(/^\D*?(\d[\d,]*)/.exec(text)?.[1]?.replaceAll(",", ""));
  const isRight = (first === undefined || found === first) && has.every((part) => text.includes(part));
  return { ...question, verdict: isRight ? "right" : "wrong", answer };
}

/** The words of markdown. */
function plain(answer: string): string {
  return answer
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, "$1")
    .replace(/\\(.)/g, "$1")
    .replaceAll("**", "");
}

function share(judged: readonly Judged[]): number {
  return judged.filter(({ verdict }) => verdict === "right").length / judged.length;
}

function print(title: string, judged: readonly Judged[]): void {
  const topics = [...new Set(judged.map(({ topic }) => topic))].sort();
  const count = (of: readonly Judged[], verdict: Judged["verdict"]) =>
    of.filter((each) => each.verdict === verdict).length;
  const line = (name: string, of: readonly Judged[]) =>
    `${name.padEnd(22)} ${String(count(of, "right")).padStart(5)} ${String(count(of, "unanswered")).padStart(10)} ${String(count(of, "wrong")).padStart(5)}`;
  const missed = judged
    .filter(({ verdict }) => verdict !== "right")
    .map(({ ask, verdict, answer }) => `${verdict}: ${ask}\n    ${answer.slice(0, 400).replaceAll("\n", " ")}`);
  process.stdout.write(
    [
      `\n${title}: ${judged.length} questions`,
      "topic                  right unanswered wrong",
      ...topics.map((topic) =>
        line(
          topic,
          judged.filter((each) => each.topic === topic),
        ),
      ),
      line("all", judged),
      ...missed,
      "",
    ].join("\n"),
  );
}
