import type { ItsmEntry } from "@opsplane/contract";
import {
  type Icon,
  IconAlarm,
  IconArrowRight,
  IconBolt,
  IconChecklist,
  IconMessage,
  IconPencil,
  IconUser,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { asClause, Move, type Telling } from "./timeline-item.tsx";

const icons: Record<ItsmEntry["kind"], Icon> = {
  created: IconBolt,
  status: IconArrowRight,
  edited: IconPencil,
  assigned: IconUser,
  approval: IconChecklist,
  breached: IconAlarm,
  comment: IconMessage,
};

/** How an entry of a change or a request is told. `status` shows a status of theirs, if it is one. */
export function tellItsm(entry: ItsmEntry, status: (value: unknown) => ReactNode): Telling {
  const icon = icons[entry.kind];
  if (entry.kind === "comment") return { icon, clause: "commented", written: entry.body };
  if (entry.kind === "approval") return { icon, ...decisionIn(entry.body) };
  const from = status(entry.changes.status?.from);
  const to = status(entry.changes.status?.to);
  if (entry.kind !== "status" || !from || !to) return { icon, clause: asClause(entry.body) };
  return { icon, clause: <Move from={from} to={to} />, written: noteOf(entry.body) };
}

/** "Moved from draft to cancelled: no longer needed" carries the note of whoever moved it. */
function noteOf(body: string): string | undefined {
  return /^Moved from [^:]* to [^:]*: ([\s\S]+)$/.exec(body)?.[1];
}

/** "Step 2 (Board) approved: go ahead" is told as "approved step 2 (Board)", and what was said with it. */
function decisionIn(body: string): Pick<Telling, "clause" | "written"> {
  const [, step, outcome, comment] = /^Step (.+?) (approved|rejected|skipped)(?:: ([\s\S]+)|\.)$/.exec(body) ?? [];
  return step ? { clause: `${outcome} step ${step}`, written: comment } : { clause: asClause(body) };
}
