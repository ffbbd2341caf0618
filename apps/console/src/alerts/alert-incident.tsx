import type { Alert } from "@opsplane/contract";
import { AssigneeName } from "../directory/assignee-filter.tsx";
import { StatusText } from "../records/incident-status.tsx";
import { TextLink } from "../ui/links.tsx";
import classes from "./alerts.module.css";

/** The incident of an alert, its status and who has it. */
export function AlertIncident({ incident }: { incident: NonNullable<Alert["incident"]> }) {
  const { reference, title, status, assignee } = incident;
  return (
    <span className={classes.incident}>
      <span className={classes.incidentHead}>
        <TextLink to="/incidents/$reference" params={{ reference }} inherit className="mono" title={title}>
          {reference}
        </TextLink>
        <StatusText status={status} />
      </span>
      <AssigneeName assignee={assignee} />
    </span>
  );
}
