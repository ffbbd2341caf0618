/** The states before and after the current one. */
export interface History<State> {
  past: readonly State[];
  future: readonly State[];
  /** What the last edit was about. The next edit of the same thing joins it. */
  topic: string | undefined;
}

const maxPast = 100;

export function emptyHistory<State>(): History<State> {
  return { past: [], future: [], topic: undefined };
}

/** Remembers the state before an edit. Letters that are typed into one field are one edit. */
export function remember<State>(
  { past, topic }: History<State>,
  before: State,
  next: string | undefined,
): History<State> {
  const joins = next !== undefined && next === topic && past.length > 0;
  return { past: joins ? past : [...past, before].slice(-maxPast), future: [], topic: next };
}

interface Step<State> {
  history: History<State>;
  state: State;
}

/** Undefined when there is nothing to undo. */
export function undone<State>({ past, future }: History<State>, now: State): Step<State> | undefined {
  const state = past.at(-1);
  if (state === undefined) return undefined;
  return { state, history: { past: past.slice(0, -1), future: [now, ...future], topic: undefined } };
}

/** Undefined when there is nothing to redo. */
export function redone<State>({ past, future }: History<State>, now: State): Step<State> | undefined {
  const [state, ...rest] = future;
  if (state === undefined) return undefined;
  return { state, history: { past: [...past, now], future: rest, topic: undefined } };
}
