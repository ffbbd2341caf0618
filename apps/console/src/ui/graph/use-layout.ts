import { useEffect, useState } from "react";
import { type Layoutable, layoutOf, type Position } from "./layout.ts";

/** Lays out when the browser is idle, and again only when items or relationships change. */
export function useLayout(model: Layoutable, columnGap?: number): ReadonlyMap<string, Position> | undefined {
  const [placed, setPlaced] = useState<ReadonlyMap<string, Position>>();
  const shape = [...model.items, ...model.links].map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks and names change without moving anything
  useEffect(() => whenIdle(() => setPlaced(layoutOf(model, columnGap))), [shape]);
  return placed;
}

function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(run, { timeout: 300 });
  return () => window.cancelIdleCallback(request);
}
