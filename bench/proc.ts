import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** User and kernel time of all threads of a process. */
export function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user, system] = statOf(pid);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

/** A process and all its descendants. */
export function treeOf(pid: number): number[] {
  const parents = new Map(runningPids().map((each) => [each, Number(statOf(each)[1])]));
  const below = (parent: number): number[] => [
    parent,
    ...[...parents].filter(([, itsParent]) => itsParent === parent).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

/** The time that a virtual machine's host gave to others, of all processors. */
export function stolenSeconds(): number {
  return Number(readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/)[8] ?? 0) / ticksPerSecond;
}

/** A time is disturbed when the host took more of the processors' time than this share of it. */
const undisturbedShare = 0.05;

/** Measures until it is called, and says whether the host of this virtual machine took the processors in that time. */
export function startTimer(): () => { ms: number; isDisturbed: boolean } {
  const begin = performance.now();
  const stolen = stolenSeconds();
  return () => {
    const ms = performance.now() - begin;
    return { ms, isDisturbed: (stolenSeconds() - stolen) * 1000 > ms * undisturbedShare };
  };
}

/** The proportional memory of a process: shared pages are divided among the processes. */
export function pssBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(pid, "smaps_rollup"))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

export function commandOf(pid: number): string {
  return read(pid, "cmdline").replaceAll("\0", " ");
}

function runningPids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** The fields after the name, which may contain spaces and parentheses: state, parent, … */
function statOf(pid: number): string[] {
  const stat = read(pid, "stat");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A process may end between two reads; then its values are empty. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
