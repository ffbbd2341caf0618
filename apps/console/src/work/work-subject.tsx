import type { FailedWork } from "@opsplane/contract";
import { linkOptions } from "@tanstack/react-router";
import { TextLink } from "../ui/links.tsx";
import table from "../ui/table.module.css";
import { type Subject, subjectOf } from "./words.ts";

const links = {
  alert: (alert: string) => linkOptions({ to: "/alerts", search: { alert } }),
  incident: (reference: string) => linkOptions({ to: "/incidents/$reference", params: { reference } }),
  request: (reference: string) => linkOptions({ to: "/requests/$reference", params: { reference } }),
  // The id does not say whether it is an execution or a workflow run.
  run: (target_id: string) => linkOptions({ to: "/settings/audit", search: { target_id } }),
  runbook: (id: string) => linkOptions({ to: "/runbooks/$id", params: { id } }),
  workflow: (id: string) => linkOptions({ to: "/workflows/$id", params: { id } }),
} satisfies Record<Subject, (id: string) => object>;

const nouns: Record<Subject, string> = {
  alert: "Open the alert",
  incident: "Open the incident",
  request: "Open the request",
  run: "Audit log of the run",
  runbook: "Open the runbook",
  workflow: "Open the workflow",
};

/** What failed work is about: its record, and its id in the log of the server. */
export function WorkSubject({ work }: { work: FailedWork }) {
  const subject = subjectOf(work);
  return (
    <>
      {subject ? (
        <TextLink size="sm" {...links[subject.about](subject.id)}>
          {nouns[subject.about]}
        </TextLink>
      ) : null}
      <div className={`${table.sub} ${table.wide} mono`} title={`${work.kind} in the log of the server`}>
        {work.work_id}
      </div>
    </>
  );
}
