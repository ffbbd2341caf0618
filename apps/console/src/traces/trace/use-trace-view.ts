import { useComputedColorScheme } from "@mantine/core";
import type { Span } from "@opsplane/contract";
import { useDeferredValue, useMemo, useState } from "react";
import { colorOf } from "../../ui/chart/colors.ts";
import { matchesOf, type SpanFilter, visibleRows, withAncestors } from "./rows.ts";
import { segmentsBySpan } from "./segments.ts";
import { criticalPath, selfTimes, serviceShares } from "./timing.ts";
import { buildTree } from "./tree.ts";

/** The tree of a trace with its times and colors. */
export function useTraceModel(spans: readonly Span[]) {
  const scheme = useComputedColorScheme("dark");
  const model = useMemo(() => {
    const tree = buildTree(spans);
    const selves = selfTimes(tree);
    return { tree, selves, shares: serviceShares(tree, selves), path: segmentsBySpan(criticalPath(tree)) };
  }, [spans]);
  const colors = useMemo(
    () => new Map(model.shares.map(({ service }, index) => [service, colorOf(index, scheme)])),
    [model, scheme],
  );
  return { ...model, colors };
}

export type TraceModel = ReturnType<typeof useTraceModel>;

/** The visible rows under the filter and the collapsed spans. */
export function useRows({ tree }: TraceModel, filter: SpanFilter, hidesOthers: boolean) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const { text, service, errorsOnly } = useDeferredValue(filter);
  const matches = useMemo(() => matchesOf(tree, { text, service, errorsOnly }), [tree, text, service, errorsOnly]);
  const kept = useMemo(
    () => (matches && hidesOthers ? withAncestors(tree, matches) : undefined),
    [tree, matches, hidesOthers],
  );
  const rows = useMemo(() => visibleRows(tree, collapsed, kept), [tree, collapsed, kept]);
  const setOpen = (positions: readonly number[], isOpen: boolean) =>
    setCollapsed((now) => {
      const next = new Set(now);
      for (const position of positions) isOpen ? next.delete(position) : next.add(position);
      return next;
    });
  return { rows, matches, collapsed, setOpen, setCollapsed };
}

export type TraceRows = ReturnType<typeof useRows>;
