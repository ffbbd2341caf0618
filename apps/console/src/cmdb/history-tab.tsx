import type { ConfigItem, HistoryEntry } from "@opsplane/contract";
import { IconHistory } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { differences } from "../ui/differences.ts";
import { Face } from "../ui/faces.tsx";
import { FieldDiff } from "../ui/field-diff.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./history-tab.module.css";
import { useHistory } from "./queries.ts";

export function HistoryTab({ item }: { item: ConfigItem }) {
  const history = useHistory(item.id);
  return (
    <Panel title="History, newest first">
      <PagedFace list={history} empty={<Face icon={<IconHistory size={20} />} title="No history yet" />}>
        {(items) => (
          <ol className={classes.entries} aria-label="History, newest first">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedFace>
    </Panel>
  );
}

const deeds: Record<HistoryEntry["action"], string> = {
  created: "created it",
  updated: "changed it",
  related: "added a relationship",
  unrelated: "removed a relationship",
};

function Entry({ entry }: { entry: HistoryEntry }) {
  const changed = changesOf(entry);
  return (
    <li>
      <div className={classes.head}>
        <span className={classes.actor}>{entry.actor}</span>
        <span>{deeds[entry.action]}</span>
        <span className="dim">
          <TimeText at={entry.created_at} />, version {entry.version}
        </span>
      </div>
      {changed.length > 0 ? <FieldDiff changed={changed} /> : null}
    </li>
  );
}

function changesOf({ changes }: HistoryEntry) {
  const side = (end: "from" | "to") =>
    Object.fromEntries(
      Object.entries(changes).map(([field, change]) => [field.replaceAll("_", " "), listed(change[end])]),
    );
  return differences(side("from"), side("to"));
}

/** Lists of words in one line; other values unchanged. */
function listed(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one !== "object") ? value.join(", ") : value;
}
