import { parentPort } from "node:worker_threads";
import { type JudgeInput, judge } from "./judge.ts";

// A thread that judges simulated incidents, one after the other.

parentPort?.on("message", async (asked: JudgeInput) => {
  parentPort?.postMessage(await judge(asked));
});
