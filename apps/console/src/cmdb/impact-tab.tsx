import { SegmentedControl, Skeleton, Slider } from "@mantine/core";
import type { ConfigItem, Direction, Impact } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { ErrorFace, RowsSkeleton } from "../ui/faces.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ImpactList } from "./impact-list.tsx";
import { ImpactSummary } from "./impact-summary.tsx";
import classes from "./impact-tab.module.css";
import { useImpact } from "./queries.ts";

const route = getRouteApi("/cmdb/$id");

const ImpactGraph = lazyPart(() => import("./graph/impact-graph.tsx"), "ImpactGraph", {
  waiting: () => <Skeleton height={520} />,
});

/** The direction. Both directions are two requests to the server. */
const ways = { downstream: "Affects", upstream: "Depends on", both: "Both" } as const;
type Way = keyof typeof ways;
const wayOptions = Object.entries(ways).map(([value, label]) => ({ value, label }));
const defaultDepth = 5;

export function ImpactTab({ item }: { item: ConfigItem }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const way: Way = search.direction === "upstream" || search.direction === "both" ? search.direction : "downstream";
  const depth = depthIn(search.depth);
  const change = (changes: { direction?: string; depth?: string }) =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  return (
    <div className={classes.tab}>
      <div className={classes.controls}>
        <SegmentedControl
          size="sm"
          aria-label="Direction"
          data={wayOptions}
          value={way}
          onChange={(next) => change({ direction: next === "downstream" ? "" : next })}
        />
        <Depth depth={depth} onChange={(next) => change({ depth: next === defaultDepth ? "" : String(next) })} />
      </div>
      <Answers item={item} way={way} depth={depth} />
    </div>
  );
}

function Depth({ depth, onChange }: { depth: number; onChange: (depth: number) => void }) {
  const [shown, setShown] = useState(depth);
  useEffect(() => setShown(depth), [depth]);
  return (
    <div className={classes.depth}>
      <span id="impact-depth">Depth</span>
      <Slider
        size="sm"
        flex={1}
        min={1}
        max={10}
        label={null}
        thumbProps={{ "aria-labelledby": "impact-depth" }}
        value={shown}
        onChange={setShown}
        onChangeEnd={onChange}
      />
      <span className={classes.depthNumber}>{shown}</span>
    </div>
  );
}

function Answers({ item, way, depth }: { item: ConfigItem; way: Way; depth: number }) {
  const downstream = useAnswer(item, "downstream", depth, way !== "upstream");
  const upstream = useAnswer(item, "upstream", depth, way !== "downstream");
  const asked = [way === "upstream" ? undefined : downstream, way === "downstream" ? undefined : upstream].filter(
    (answer) => answer !== undefined,
  );
  const impacts = useMemo(
    () =>
      [way === "upstream" ? undefined : downstream.data, way === "downstream" ? undefined : upstream.data].filter(
        there,
      ),
    [way, downstream.data, upstream.data],
  );
  const failed = asked.find(({ error }) => error);
  if (failed?.error) return <ErrorFace error={failed.error} retry={() => void failed.refetch()} />;
  if (impacts.length < asked.length) return <RowsSkeleton rows={10} />;
  return (
    <>
      {impacts.map((impact) => (
        <ImpactSummary key={impact.direction} impact={impact} />
      ))}
      {impacts.some(({ affected }) => affected.length > 0) ? (
        <ImpactGraph key={`${item.id} ${way} ${depth}`} impacts={impacts} />
      ) : null}
      {impacts.map((impact) => (
        <ImpactList key={impact.direction} impact={impact} />
      ))}
    </>
  );
}

function useAnswer({ id }: ConfigItem, direction: Direction, depth: number, enabled: boolean) {
  return useImpact({ ids: [id], direction, depth }, enabled);
}

function there(impact: Impact | undefined): impact is Impact {
  return impact !== undefined;
}

function depthIn(written: string | undefined): number {
  const depth = Number(written);
  return Number.isInteger(depth) && depth >= 1 && depth <= 10 ? depth : defaultDepth;
}
