import type { OutputChunk } from "@opsplane/contract";

export interface OutputLine {
  /** Unique within an execution. */
  key: string;
  /** The host's name; empty when the step has none. */
  target: string;
  stream: OutputChunk["stream"];
  text: string;
  /** A chunk may end within a line; the next chunk of the same host and stream continues it. */
  open: boolean;
}

export interface StepOutput {
  lines: readonly OutputLine[];
  /** Lines that are no longer kept. */
  dropped: number;
}

export type Output = ReadonlyMap<string, StepOutput>;

/** The newest lines of a step that are kept. */
export const maxLines = 5_000;

export const noOutput: Output = new Map();

/** The output with these chunks, in lines, by step. */
export function withChunks(output: Output, chunks: readonly OutputChunk[]): Output {
  const next = new Map(output);
  for (const step of new Set(chunks.map((chunk) => chunk.step))) {
    const own = chunks.filter((chunk) => chunk.step === step);
    const { lines, dropped } = next.get(step) ?? { lines: [], dropped: 0 };
    const all = [...lines];
    for (const chunk of own) append(all, chunk);
    const surplus = Math.max(0, all.length - maxLines);
    next.set(step, { lines: all.slice(surplus), dropped: dropped + surplus });
  }
  return next;
}

function append(lines: OutputLine[], { seq, target, stream, text }: OutputChunk): void {
  const parts = text.replaceAll("\r\n", "\n").split("\n");
  const ended = parts.at(-1) === "";
  if (ended) parts.pop();
  parts.forEach((part, index) => {
    const open = index === parts.length - 1 && !ended;
    const from = index === 0 ? openLine(lines, target, stream) : -1;
    const begun = lines[from];
    if (begun) lines[from] = { ...begun, text: begun.text + part, open };
    else lines.push({ key: `${seq}.${index}`, target, stream, text: part, open });
  });
  // A chunk that is only a line break ends the open line.
  if (text === "\n") closeLine(lines, target, stream);
}

function openLine(lines: readonly OutputLine[], target: string, stream: string): number {
  const last = lines.findLastIndex((line) => line.target === target && line.stream === stream);
  return lines[last]?.open ? last : -1;
}

function closeLine(lines: OutputLine[], target: string, stream: string): void {
  const at = openLine(lines, target, stream);
  const line = lines[at];
  if (line) lines[at] = { ...line, open: false };
}

/** What a person copies: the text, with the host before each line when there are several. */
export function textOf(lines: readonly OutputLine[]): string {
  const several = hasSeveralTargets(lines);
  return lines.map(({ target, text }) => (several && target ? `${target}: ${text}` : text)).join("\n");
}

export function hasSeveralTargets(lines: readonly OutputLine[]): boolean {
  const [first] = lines;
  return lines.some(({ target }) => target !== first?.target);
}
