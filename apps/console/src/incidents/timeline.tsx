import { type Incident, type IncidentStatus, incidentStatuses, type TimelineEntry } from "@opsplane/contract";
import {
  type Icon,
  IconAlertTriangle,
  IconArrowRight,
  IconBellRinging,
  IconBolt,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPlayerPlay,
  IconReportAnalytics,
  IconUser,
} from "@tabler/icons-react";
import { StatusText } from "../records/incident-status.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { TextLink } from "../ui/links.tsx";
import { CommentForm } from "../ui/timeline/comment-form.tsx";
import { Timeline as TimelinePanel } from "../ui/timeline/timeline.tsx";
import { asClause, type EntryText, Move } from "../ui/timeline/timeline-item.tsx";
import { linkedParts } from "./linked-parts.ts";
import { useAddNote } from "./mutations.ts";
import { useTimeline } from "./queries.ts";

export function Timeline({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const timeline = useTimeline(incident.id);
  return (
    <TimelinePanel
      timeline={timeline}
      describe={describeEntry}
      form={mayWrite ? <NoteForm incident={incident} /> : null}
    />
  );
}

function NoteForm({ incident }: { incident: Incident }) {
  const add = useAddNote(incident);
  return (
    <CommentForm what="note" group="Incident" recordId={incident.id} sending={add.isPending} onSend={add.mutate} />
  );
}

const icons: Record<TimelineEntry["kind"], Icon> = {
  created: IconBolt,
  status: IconArrowRight,
  edited: IconPencil,
  assigned: IconUser,
  note: IconMessage,
  file: IconPaperclip,
  runbook: IconPlayerPlay,
  alert: IconAlertTriangle,
  page: IconBellRinging,
  analysis: IconReportAnalytics,
};

function describeEntry(entry: TimelineEntry): EntryText {
  const icon = icons[entry.kind];
  if (entry.kind === "note") return { icon, clause: "added a note", written: entry.body };
  if (entry.changes.links) return { icon, clause: <LinkedClause entry={entry} /> };
  if (entry.kind === "runbook") return { icon, clause: <RunClause entry={entry} /> };
  const from = statusIn(entry.changes.status?.from);
  const to = statusIn(entry.changes.status?.to);
  const moved = entry.kind === "status" && from && to;
  return {
    icon,
    clause: moved ? <Move from={<StatusText status={from} />} to={<StatusText status={to} />} /> : asClause(entry.body),
  };
}

/** What a runbook or workflow did, with a link to its run. */
function RunClause({ entry: { body, changes } }: { entry: TimelineEntry }) {
  const reference = changes.execution?.to ?? changes.workflow_run?.to;
  const at = typeof reference === "string" ? body.indexOf(reference) : -1;
  if (typeof reference !== "string" || at === -1) return asClause(body);
  // A sentence that begins with the reference keeps its capitals.
  const clause = at === 0 ? body : asClause(body);
  return (
    <>
      {clause.slice(0, at)}
      <TextLink
        size="sm"
        underline="always"
        to={changes.execution ? "/executions/$reference" : "/workflows/runs/$reference"}
        params={{ reference }}
      >
        {reference}
      </TextLink>
      {clause.slice(at + reference.length)}
    </>
  );
}

/** A sentence whose names are links. The server says which pages they open. */
function LinkedClause({ entry: { body, changes } }: { entry: TimelineEntry }) {
  return linkedParts(asClause(body), changes.links?.to).map(({ text, href }, index) => {
    const key = `${index} ${text}`;
    return href === undefined ? (
      <span key={key}>{text}</span>
    ) : (
      <HrefLink key={key} href={href} inText>
        {text}
      </HrefLink>
    );
  });
}

function statusIn(value: unknown): IncidentStatus | undefined {
  return incidentStatuses.find((status) => status === value);
}
