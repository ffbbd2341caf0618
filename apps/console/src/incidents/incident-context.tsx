import type { Incident } from "@opsplane/contract";
import { itemIdsIn, useItemsByIds } from "../cmdb/index.ts";
import { useCan } from "../session/context.tsx";
import { ImpactPreview } from "./impact-preview.tsx";
import classes from "./incident-context.module.css";
import { RecentChanges } from "./recent-changes.tsx";

/** The impact of the affected items and their recent changes. */
export function IncidentContext({ incident }: { incident: Incident }) {
  const can = useCan();
  const ids = itemIdsIn(incident.ci_ids);
  const known = useItemsByIds(ids, can("cmdb:read")).data?.map(({ id }) => id) ?? [];
  if (ids.length === 0 || !(can("cmdb:read") || can("itsm:read"))) return null;
  return (
    <div className={classes.context}>
      {known.length > 0 ? <ImpactPreview ids={known} /> : null}
      {can("itsm:read") ? <RecentChanges ids={ids} began={incident.created_at} /> : null}
    </div>
  );
}
