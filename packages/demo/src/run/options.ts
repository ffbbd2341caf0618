import { parseArgs } from "node:util";
import { type FaultKind, faultKinds, isFaultKind } from "../simulator/faults.ts";

export interface DemoOptions {
  readonly fault?: FaultKind;
  readonly seed?: number;
}

/** A wrong flag, in words for the person who typed it. */
export class WrongFlag extends Error {}

const usage = `npm run demo [-- --fault <kind>] [-- --seed <number>]
  --fault  one of ${faultKinds.join(", ")}
  --seed   a whole number; the same seed gives the same shop`;

export function readOptions(args: readonly string[]): DemoOptions {
  const { fault, seed } = parsed(args);
  if (fault !== undefined && !isFaultKind(fault))
    throw new WrongFlag(`'${fault}' is not a fault. The ten faults are ${faultKinds.join(", ")}.`);
  const number = Number(seed);
  if (seed !== undefined && (seed.trim() === "" || !Number.isSafeInteger(number) || number < 0))
    throw new WrongFlag(`--seed must be a whole number from 0, but is '${seed}'.`);
  return { ...(fault === undefined ? {} : { fault }), ...(seed === undefined ? {} : { seed: number }) };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { fault: { type: "string" }, seed: { type: "string" } } }).values;
  } catch (error) {
    throw new WrongFlag(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
