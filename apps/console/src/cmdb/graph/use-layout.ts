import { useEffect, useState } from "react";
import { layoutOf, type Position } from "./graph-layout.ts";
import type { GraphModel } from "./graph-model.ts";

/** Lays out when the browser is idle, and again only when items or relationships change. */
export function useLayout(model: GraphModel): ReadonlyMap<string, Position> | undefined {
  const [placed, setPlaced] = useState<ReadonlyMap<string, Position>>();
  const shape = [...model.items, ...model.links].map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks and names change without moving anything
  useEffect(() => whenIdle(() => setPlaced(layoutOf(model))), [shape]);
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
