import { Button } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { ItemLink, ItemsPicker, itemIdsIn, useItemsByIds } from "../cmdb/index.ts";
import { useCan } from "../session/context.tsx";
import classes from "../ui/record-page.module.css";
import { useUpdateIncident } from "./mutations.ts";

/** The configuration items of an incident. Ids that are not in the CMDB are marked. */
export function AffectedItems({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  if (editing) return <Editor incident={incident} onClose={() => setEditing(false)} />;
  const some = incident.ci_ids.length > 0;
  return (
    <div className={classes.tags}>
      <Names ids={incident.ci_ids} />
      {mayWrite ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          px={4}
          onClick={() => setEditing(true)}
          aria-label={`${some ? "Edit" : "Add"} affected items`}
        >
          {some ? "Edit" : "Add"}
        </Button>
      ) : some ? null : (
        <span className="dim">None</span>
      )}
      {mayWrite && !some ? <span className="dim">to see their impact and recent changes</span> : null}
    </div>
  );
}

function Names({ ids }: { ids: readonly string[] }) {
  const mayRead = useCan()("cmdb:read");
  const { data, isPlaceholderData } = useItemsByIds(ids, mayRead);
  const items = new Map(data?.map((item) => [item.id, item]));
  const settled = mayRead && (itemIdsIn(ids).length === 0 || (data !== undefined && !isPlaceholderData));
  return ids.map((id) => {
    const item = items.get(id);
    if (item) return <ItemLink key={id} item={item} />;
    return settled ? (
      <span key={id}>
        {id} <span className="dim">Not in CMDB</span>
      </span>
    ) : (
      <span key={id} className={classes.tag}>
        {id}
      </span>
    );
  });
}

function Editor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const update = useUpdateIncident(incident);
  const [draft, setDraft] = useState(incident.ci_ids);
  return (
    <>
      <ItemsPicker size="xs" aria-label="Affected items" autoFocus value={draft} onChange={setDraft} />
      <Button
        size="compact-xs"
        mt={4}
        loading={update.isPending}
        onClick={() => update.mutate({ patch: { ci_ids: draft } }, { onSuccess: onClose })}
      >
        Save
      </Button>{" "}
      <Button size="compact-xs" mt={4} variant="subtle" color="gray" onClick={onClose}>
        Cancel
      </Button>
    </>
  );
}
