import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type Incident, type IncidentStatus, incidentMoves } from "@opsplane/contract";
import classes from "../ui/record-page.module.css";
import { useUpdateIncident } from "./mutations.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";

/** The button of each move. */
const moveWords: Record<IncidentStatus, string> = {
  triggered: "Trigger",
  open: "Open",
  acknowledged: "Acknowledge",
  investigating: "Investigate",
  resolved: "Resolve",
  closed: "Close",
  reopened: "Reopen",
};

/** The moves that the state table allows from this status. */
export function Moves({ incident }: { incident: Incident }) {
  const update = useUpdateIncident(incident);
  const [resolving, { open, close }] = useDisclosure(false);
  const move = (status: IncidentStatus) => (status === "resolved" ? open() : update.mutate({ patch: { status } }));
  return (
    <div className={classes.moves}>
      {incidentMoves[incident.status].map((status, index) => (
        <Button
          key={status}
          size="sm"
          variant={index === 0 ? "filled" : "default"}
          loading={update.isPending}
          onClick={() => move(status)}
        >
          {moveWords[status]}
        </Button>
      ))}
      {resolving ? <ResolveDialog incident={incident} onClose={close} /> : null}
    </div>
  );
}
