import type { ConfigItem } from "@opsplane/contract";
import { ChangeLines, IncidentLines } from "../records/work-lines.tsx";
import { useCan } from "../session/context.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { useItemChanges, useItemIncidents } from "./queries.ts";

/** The open incidents of this item. */
export function ItemIncidents({ item }: { item: ConfigItem }) {
  const may = useCan()("incidents:read");
  const incidents = useItemIncidents(item.id, may);
  if (!may) return null;
  return (
    <Panel title="Open incidents">
      <QueryFace query={incidents} loading={null}>
        {({ items, total }) =>
          total > 0 ? <IncidentLines incidents={items} total={total} /> : <span className="dim">None.</span>
        }
      </QueryFace>
    </Panel>
  );
}

/** The changes of this item, latest first. */
export function ItemChanges({ item }: { item: ConfigItem }) {
  const may = useCan()("itsm:read");
  const changes = useItemChanges([item.id], may);
  if (!may) return null;
  return (
    <Panel title="Changes">
      <QueryFace query={changes} loading={null}>
        {({ items, total }) =>
          total > 0 ? <ChangeLines changes={items} total={total} /> : <span className="dim">None.</span>
        }
      </QueryFace>
    </Panel>
  );
}
