import { useItemChanges } from "../cmdb/index.ts";
import { ChangeLines } from "../records/work-lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";

const dayMs = 24 * 60 * 60 * 1000;

/** Changes of the affected items from 24 hours before the incident until now. */
export function RecentChanges({ ids, began }: { ids: readonly string[]; began: string }) {
  const since = new Date(Date.parse(began) - dayMs).toISOString();
  const changes = useItemChanges(ids, true, since);
  return (
    <Panel title="Recent changes">
      <QueryFace query={changes} loading={<span className="dim">Loading…</span>}>
        {({ items, total }) =>
          total > 0 ? (
            <ChangeLines changes={items} total={total} />
          ) : (
            <span className="dim">No changes to these CIs since 24 hours before the incident.</span>
          )
        }
      </QueryFace>
    </Panel>
  );
}
