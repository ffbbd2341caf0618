import type { ItsmEntry } from "@opsplane/contract";
import {
  type Icon,
  IconAlarm,
  IconAlertTriangle,
  IconArrowRight,
  IconBolt,
  IconChecklist,
  IconMessage,
  IconPencil,
  IconUser,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { asClause, type EntryText, Move } from "../ui/timeline/timeline-item.tsx";

const icons: Record<ItsmEntry["kind"], Icon> = {
  created: IconBolt,
  status: IconArrowRight,
  edited: IconPencil,
  assigned: IconUser,
  approval: IconChecklist,
  breached: IconAlarm,
  alert: IconAlertTriangle,
  comment: IconMessage,
};

/** The text of an entry of a change or a request. `status` shows a value that is one of its statuses. */
export function describeItsmEntry(entry: ItsmEntry, status: (value: unknown) => ReactNode): EntryText {
  const icon = icons[entry.kind];
  if (entry.kind === "comment") return { icon, clause: "commented", written: entry.body };
  const from = status(entry.changes.status?.from);
  const to = status(entry.changes.status?.to);
  if (entry.kind !== "status" || !from || !to) return { icon, clause: asClause(entry.body), written: entry.note };
  return { icon, clause: <Move from={from} to={to} />, written: entry.note };
}
