import {
  type ComponentType,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Unreachable } from "./faces.tsx";
import { repairStyles } from "./lost-styles.ts";
import { reloadOnce, serverState } from "./server-state.ts";
import { Splash } from "./splash.tsx";

type State<P> = { kind: "waiting" } | { kind: "ready"; Part: ComponentType<P> } | { kind: "failed" };

interface Looks<P> {
  waiting: (props: P) => ReactNode;
  missing: (retry: () => Promise<void>, props: P) => ReactNode;
}

const pageLooks: Looks<object> = {
  waiting: () => <Splash />,
  missing: (retry) => <Missing retry={retry} />,
};

/**
 * A part of the console whose code loads on first use. When loading fails, only this part shows it and offers a retry; the rest
 * of the console keeps its state.
 */
export function lazyPart<N extends string, P extends object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  own: Partial<Looks<P>> = {},
): ((props: P) => ReactNode) & { preload: () => Promise<void> } {
  const looks: Looks<P> = { ...pageLooks, ...own };
  let state: State<P> = { kind: "waiting" };
  let underway: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: State<P>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const preload = () => {
    if (state.kind === "ready") return Promise.resolve();
    underway ??= repairStyles()
      .then(load)
      .then(
        (module) => set({ kind: "ready", Part: module[name] }),
        () => set({ kind: "failed" }),
      )
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function Lazy(props: P) {
    // Deferred, so that the browser can paint and take input while a large part renders.
    const now = useDeferredValue(useSyncExternalStore(subscribe, () => state));
    useEffect(() => void preload(), []);
    if (now.kind === "ready") return <now.Part {...props} />;
    return now.kind === "failed" ? looks.missing(preload, props) : looks.waiting(props);
  }
  return Object.assign(Lazy, { preload });
}

const lookEveryMs = 4_000;
/** Some browsers remember that a file failed to load. Only a reload makes them request it again. */
const maxRetries = 2;

export function Missing({ retry }: { retry: () => Promise<void> }) {
  const [looks, setLooks] = useState(0);
  const failures = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look is another try
  useEffect(() => {
    let left = false;
    const look = async () => {
      const server = await serverState();
      if (left) return;
      if (server === "upgraded" || (server === "same" && failures.current >= maxRetries)) reloadOnce();
      if (server === "same") {
        failures.current += 1;
        await retry();
      }
    };
    void look();
    const timer = setTimeout(() => setLooks((times) => times + 1), lookEveryMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [looks, retry]);
  return <Unreachable retry={() => setLooks((times) => times + 1)} />;
}
