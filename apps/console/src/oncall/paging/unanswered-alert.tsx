import type { Incident, Unanswered } from "@opsplane/contract";
import { IconBellX } from "@tabler/icons-react";
import { unansweredWords } from "../../records/unanswered-mark.tsx";
import { useCan } from "../../session/context.tsx";
import { triedText } from "./page-words.ts";
import classes from "./paging.module.css";
import { usePagesOf } from "./queries.ts";

/** At the top of an incident: that nobody answers, who was tried, how, and why that failed. */
export function UnansweredAlert({ incident }: { incident: Incident }) {
  const mayRead = useCan()("oncall:read");
  if (incident.unanswered === null) return null;
  return (
    <div className={classes.alert} role="alert">
      <IconBellX size={18} aria-hidden="true" />
      <div>
        <b>{unansweredWords[incident.unanswered]}.</b> {nextWords[incident.unanswered]}
        {mayRead ? <Tried incidentId={incident.id} /> : null}
      </div>
    </div>
  );
}

const nextWords: Record<Unanswered, string> = {
  unreached: "Acknowledge the incident, or page someone who can be reached.",
  unacknowledged: "Every step of the escalation was used. Acknowledge the incident, or page someone else.",
};

function Tried({ incidentId }: { incidentId: string }) {
  const page = usePagesOf(incidentId).data?.items.find(({ unanswered }) => unanswered !== null);
  if (!page) return null;
  const tried = triedText(page.notifications);
  return (
    <>
      {tried === "" ? null : <div className="dim">Tried: {tried}</div>}
      {page.reasons.length > 0 ? (
        <ul className={classes.reasons} aria-label="Why nobody was reached">
          {page.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
