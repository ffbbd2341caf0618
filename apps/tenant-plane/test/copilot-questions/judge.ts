import type { Truths } from "./truths.ts";
import { unanswerableQuestions } from "./unanswerable.ts";
import { writtenQuestions } from "./written.ts";

/** Of questions with an answer and of those without: what the copilot did. */
export interface Judged {
  readonly ask: string;
  readonly isAnswerable: boolean;
  readonly verdict: "right" | "refused" | "wrong";
  readonly answer: string;
  readonly truth: number | undefined;
}

export interface JudgedQuestion {
  readonly ask: string;
  readonly sql: string | undefined;
  readonly not?: string | undefined;
}

export const handWritten: readonly JudgedQuestion[] = [
  ...writtenQuestions,
  ...unanswerableQuestions.map((ask) => ({ ask, sql: undefined })),
];

type Of = Pick<Truths, "rows" | "api">;

/** Undefined when the truth and its tempting misreading are the same number today. */
export async function judge({ rows, api }: Of, { ask, sql, not }: JudgedQuestion): Promise<Judged | undefined> {
  const truthOf = async (text: string) => Number((await rows(text))[0]?.n);
  const before = sql === undefined ? undefined : await truthOf(sql);
  if (not !== undefined && (await truthOf(not)) === before) return undefined;
  const { answer, answered } = await api.copilot.query({ body: { query: ask } });
  const isAnswerable = sql !== undefined;
  const result = { ask, isAnswerable, answer, truth: before };
  if (!answered) return { ...result, verdict: "refused" };
  const found = numberIn(answer);
  // Records may cross the edge of "the last 2 hours" between the question and the count.
  const isRight = sql !== undefined && (found === before || found === (await truthOf(sql)));
  return { ...result, verdict: isRight ? "right" : "wrong" };
}

/** The first number that is not part of a name. */
export function numberIn(answer: string): number {
  const text = answer
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, "$1")
    .replace(/\\(.)/g, "$1")
    .replaceAll("**", "");
  if (/^(?:no|none|nobody|nothing)\b/i.test(text)) return 0;
  return Number(/(?<![\w.:-])\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "") ?? Number.NaN);
}

export interface VerdictCounts {
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
}

export function verdictsOf(judged: readonly Judged[]): VerdictCounts {
  const count = (verdict: Judged["verdict"]) => judged.filter((each) => each.verdict === verdict).length;
  return { right: count("right"), refused: count("refused"), wrong: count("wrong") };
}
