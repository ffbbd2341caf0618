import type { Comparison, SignalCheck } from "@opsplane/contract";
import type { Core } from "../../core.ts";
import type { StepContext, StepResult, StepRunner } from "../../runs/index.ts";
import type { OpenReads, TelemetryReads } from "../../telemetry/index.ts";
import { parseMatchers } from "../../telemetry/index.ts";
import { stepOf, verificationOf } from "./config.ts";
import { renderSignal } from "./render-signal.ts";

const pollMs = 15_000;

/** Asks the telemetry once; a bad answer fails the step. */
export function queryRunner(deps: SignalDeps): StepRunner {
  return {
    whenDue: "queue",
    check: (context) => check(deps, context, stepOf(context).query),
    run: async (context) => {
      const { query } = stepOf(context);
      if (!query) return { status: "failed", error: "This step has no query." };
      const answer = await ask(deps, context, query);
      const seen = { output: { value: answer.value }, preview: answer.preview };
      return answer.good ? { status: "succeeded", ...seen } : { status: "failed", error: answer.text, ...seen };
    },
  };
}

/** Asks again and again, until the signal is good or the time is over. */
export function verificationRunner(deps: SignalDeps): StepRunner {
  return {
    whenDue: "queue",
    check: (context) => check(deps, context, verificationOf(context).query),
    run: async (context) => {
      const { query, within_seconds = 300 } = verificationOf(context);
      const answer = await ask(deps, context, query);
      if (answer.good) return { status: "succeeded", output: { value: answer.value } };
      const now = deps.clock.now().getTime();
      const end = Date.parse(context.step.started_at ?? "") + within_seconds * 1000;
      if (now >= end) return { status: "failed", error: answer.text, output: { value: answer.value } };
      return { status: "waiting", for: "time", until: new Date(Math.min(end, now + pollMs)) };
    },
  };
}

export interface SignalDeps extends Pick<Core, "clock"> {
  reads: OpenReads;
}

async function check(deps: SignalDeps, context: StepContext, query: SignalCheck | undefined): Promise<StepResult> {
  if (!query) return { status: "failed", error: "This step has no query." };
  const { text, value, preview } = await ask(deps, context, query);
  const message = value === null ? "There is no data now." : `Now: ${text}`;
  return { status: "succeeded", preview, checks: [{ name: "Signal", ok: true, message }] };
}

interface SignalResult {
  good: boolean;
  value: number | null;
  text: string;
  preview: string;
}

async function ask({ reads, clock }: SignalDeps, context: StepContext, written: SignalCheck): Promise<SignalResult> {
  const query = renderSignal(written, context.lookup);
  const open = reads(context.tenantId, context.signal, "policy");
  const value =
    query.source === "metrics" ? await metricValue(open, query, clock.now()) : await logCount(open, query, clock.now());
  const { operator, threshold, when_empty = "fail" } = query;
  const subject = query.source === "metrics" ? `${query.agg ?? "avg"} of ${query.metric_name}` : "records";
  const preview = `${subject} ${operator} ${threshold} over ${query.window_seconds ?? 300} s`;
  if (value === null) return { good: when_empty === "pass", value, text: `${subject}: no data.`, preview };
  const rounded = Number(value.toPrecision(6));
  const good = compare[operator](value, threshold);
  return { good, value: rounded, text: `${subject} is ${rounded}, and ${operator} ${threshold} is expected.`, preview };
}

const compare: Record<Comparison, (value: number, threshold: number) => boolean> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
  "==": (value, threshold) => value === threshold,
  "!=": (value, threshold) => value !== threshold,
};

/** One value for the window that ends now. */
async function metricValue(reads: TelemetryReads, query: SignalCheck, now: Date): Promise<number | null> {
  const seconds = query.window_seconds ?? 300;
  const { agg = "avg" } = query;
  const isCounter = agg === "rate" || agg === "increase";
  const over = agg === "min" || agg === "max" ? agg : "avg";
  const { series } = await reads.metric({
    metric: query.metric_name ?? "",
    matchers: parseMatchers(query.match),
    ...{ start: now, end: now, step: `${seconds}s`, window: `${seconds}s` },
    agg,
    by: isCounter ? [] : undefined,
    over: isCounter ? undefined : over,
    limit: 10,
  });
  const value = series[0]?.points.at(-1)?.[1];
  return typeof value === "number" ? value : null;
}

async function logCount(reads: TelemetryReads, query: SignalCheck, now: Date): Promise<number> {
  const from = new Date(now.getTime() - (query.window_seconds ?? 300) * 1000);
  const filter = {
    ...(query.service ? { service: [query.service] } : {}),
    ...(query.q ? { q: query.q } : {}),
  };
  return (await reads.logHistogram(filter, { from, to: now }, 1)).total;
}
