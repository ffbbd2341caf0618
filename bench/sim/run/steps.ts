import type { Step, StepOf } from "../world/world.ts";
import { lookup } from "./caches.ts";
import { call } from "./calls.ts";
import { work } from "./hosts.ts";
import { publish } from "./messages.ts";
import { ask } from "./parties.ts";
import { query } from "./queries.ts";
import { logLine } from "./records.ts";
import { type Done, maxCallsOfTrace, type Outcome, type Running, type Serving } from "./running.ts";

/** Does steps one after the other, until one fails. */
export function perform(running: Running, serving: Serving, steps: readonly Step[], done: Done, at = 0): void {
  const step = steps[at];
  if (step === undefined) {
    done(undefined);
    return;
  }
  performOne(running, serving, step, (problem) => {
    if (problem === undefined) perform(running, serving, steps, done, at + 1);
    else done(problem);
  });
}

function performOne(running: Running, serving: Serving, step: Step, done: Done): void {
  const { trace, by, span, isAffected } = serving;
  // Every step draws, because a draw that depends on the kind of step would change the incidents of all seeds.
  const times = timesOf(running, serving);
  switch (step.do) {
    case "work":
      work(running, by, isAffected ? step.ms * by.service.slow + by.service.extraMs : step.ms, () => done(undefined));
      break;
    case "log":
      logLine(running, trace, by, span, "info", step.text);
      done(undefined);
      break;
    case "together":
      performTogether(running, serving, step, done);
      break;
    case "call":
      repeat(times + by.service.ownCalls, (end) => call(running, serving, step, end), done);
      break;
    case "query":
      repeat(times, (end) => query(running, serving, step, end), done);
      break;
    case "lookup":
      lookup(running, serving, step, done);
      break;
    case "publish":
      publish(running, serving, step, done);
      break;
    case "ask":
      ask(running, serving, step, done);
      break;
  }
}

/** How often it does a call or a query that should be done once. */
function timesOf({ random }: Running, { trace, by: { service }, isAffected }: Serving): number {
  if (!isAffected || service.repeats <= 1 || trace.calls >= maxCallsOfTrace) return 1;
  return Math.round(service.repeats * random.between(0.7, 1.3));
}

/** Does it so many times, one after the other, until it fails. */
function repeat(times: number, one: (done: Done) => void, done: Done): void {
  if (times <= 0) {
    done(undefined);
    return;
  }
  one((problem) => {
    if (problem === undefined) repeat(times - 1, one, done);
    else done(problem);
  });
}

/** Does all at once. The first problem is the problem of all, and is known when the last one is done. */
function performTogether(running: Running, serving: Serving, { steps }: StepOf<"together">, done: Done): void {
  let left = steps.length;
  let first: Outcome;
  for (const step of steps)
    performOne(running, serving, step, (problem) => {
      first ??= problem;
      if (--left === 0) done(first);
    });
}
