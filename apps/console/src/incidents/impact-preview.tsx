import type { Impact } from "@opsplane/contract";
import { CriticalityBadge, counted, ImpactLevel, useImpact } from "../cmdb/index.ts";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "./incident-context.module.css";

/** The server accepts this many starting points. */
const maxRoots = 50;
const topServices = 6;

export function ImpactPreview({ ids }: { ids: readonly string[] }) {
  const impact = useImpact({ ids: ids.slice(0, maxRoots), direction: "downstream", depth: 5 });
  return (
    <Panel title="Impact">
      <QueryFace query={impact} loading={<span className="dim">Loading…</span>}>
        {(result) => <ImpactResult impact={result} />}
      </QueryFace>
    </Panel>
  );
}

function ImpactResult({ impact }: { impact: Impact }) {
  const { totals, services, roots, truncated } = impact;
  return (
    <div className={classes.preview}>
      <ImpactLevel level={impact.level} score={impact.score} />
      <span>
        {truncated ? "At least " : ""}
        {counted(totals.affected, "downstream CI")}
        {totals.open_incidents > 0 ? ` · ${counted(totals.open_incidents, "open incident")}` : ""}
      </span>
      {services.length > 0 ? (
        <ul className={classes.services} aria-label="Affected services">
          {services.slice(0, topServices).map(({ id, name, criticality, distance }) => (
            <li key={id}>
              <TextLink to="/cmdb/$id" params={{ id }} size="sm" className="truncate">
                {name}
              </TextLink>
              <span className="dim">{distance === 0 ? "this CI" : counted(distance, "hop")}</span>
              <CriticalityBadge criticality={criticality} />
            </li>
          ))}
        </ul>
      ) : (
        <span className="dim">No services affected.</span>
      )}
      {totals.services > topServices ? (
        <span className="dim">+{totals.services - topServices} more services</span>
      ) : null}
      <span className={classes.links}>
        {roots.slice(0, 3).map(({ id, name }) => (
          <TextLink key={id} to="/cmdb/$id" params={{ id }} search={{ tab: "impact" }} size="sm">
            Impact of {name}
          </TextLink>
        ))}
      </span>
    </div>
  );
}
