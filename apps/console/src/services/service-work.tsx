import { useItemChanges, useItemIncidents } from "../cmdb/index.ts";
import { ChangeLines, IncidentLines } from "../records/work-lines.tsx";
import { useCan } from "../session/context.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";

/** The open incidents and the latest changes of the service's configuration item. */
export function ServiceWork({ itemId }: { itemId: string }) {
  const can = useCan();
  const incidents = useItemIncidents(itemId, can("incidents:read"));
  const changes = useItemChanges([itemId], can("itsm:read"));
  const loading = <span className="dim">Loading…</span>;
  return (
    <>
      {can("incidents:read") ? (
        <Panel title="Open incidents">
          <QueryFace query={incidents} loading={loading}>
            {({ items, total }) =>
              total > 0 ? <IncidentLines incidents={items} total={total} /> : <span className="dim">None</span>
            }
          </QueryFace>
        </Panel>
      ) : null}
      {can("itsm:read") ? (
        <Panel title="Recent changes">
          <QueryFace query={changes} loading={loading}>
            {({ items, total }) =>
              total > 0 ? <ChangeLines changes={items} total={total} /> : <span className="dim">None</span>
            }
          </QueryFace>
        </Panel>
      ) : null}
    </>
  );
}
