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
    <Panel title="Changes in the last 24 hours">
      <QueryFace query={changes} loading={<span className="dim">Loading…</span>}>
        {({ items, total }) =>
          total > 0 ? (
            <ChangeLines changes={items} total={total} />
          ) : (
            <span className="dim">No change was made to these items, from a day before it began until now.</span>
          )
        }
      </QueryFace>
    </Panel>
  );
}
