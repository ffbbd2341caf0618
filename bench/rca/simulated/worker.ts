import { parentPort } from "node:worker_threads";
import { type Asked, judge } from "./judge.ts";

// A thread that judges simulated incidents, one after the other.

parentPort?.on("message", async (asked: Asked) => {
  parentPort?.postMessage(await judge(asked));
});
