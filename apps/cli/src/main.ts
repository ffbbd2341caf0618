import { randomUUID } from "node:crypto";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  now: () => new Date(),
  newId: randomUUID,
});
