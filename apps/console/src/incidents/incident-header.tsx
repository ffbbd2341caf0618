import { Menu, UnstyledButton } from "@mantine/core";
import { type Incident, severities } from "@opsplane/contract";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { StatusText } from "../records/incident-status.tsx";
import { SeverityBadge, severityWords } from "../records/severity-badge.tsx";
import { TimeText } from "../time/time.tsx";
import classes from "../ui/record-page.module.css";
import { RecordTitle } from "../ui/record-title.tsx";
import { TitleEditor } from "../ui/title-editor.tsx";
import { Moves } from "./moves.tsx";
import { useUpdateIncident } from "./mutations.ts";
import { useIncidentText } from "./text-edit.ts";

export function IncidentHeader({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  useKeys(mayWrite ? [{ keys: "e", label: "Edit the title", group: "Incident", run: () => setEditing(true) }] : []);
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        {editing ? (
          <IncidentTitleEditor incident={incident} onClose={() => setEditing(false)} />
        ) : (
          <RecordTitle
            tab={`${incident.reference} ${incident.title}`}
            edit={mayWrite ? { what: "the title", open: () => setEditing(true) } : undefined}
          >
            {incident.title}
          </RecordTitle>
        )}
        <div className={classes.state}>
          <SeverityChoice incident={incident} mayWrite={mayWrite} />
          <StatusText status={incident.status} />
          <span className="dim">
            opened <TimeText at={incident.created_at} />
          </span>
        </div>
      </div>
      {mayWrite ? <Moves incident={incident} /> : null}
    </header>
  );
}

function IncidentTitleEditor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  return <TitleEditor edit={useIncidentText(incident, "title", onClose)} onClose={onClose} />;
}

function SeverityChoice({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const update = useUpdateIncident(incident);
  if (!mayWrite) return <SeverityBadge severity={incident.severity} />;
  return (
    <Menu position="bottom-start" width={190}>
      <Menu.Target>
        <UnstyledButton
          aria-label={`Severity ${incident.severity}, change`}
          style={{ display: "inline-flex", alignItems: "center", gap: 3, borderRadius: 4 }}
        >
          <SeverityBadge severity={incident.severity} />
          <IconChevronDown size={13} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {severities.map((severity) => (
          <Menu.Item
            key={severity}
            leftSection={<SeverityBadge severity={severity} />}
            rightSection={severity === incident.severity ? <IconCheck size={14} /> : null}
            onClick={() => severity !== incident.severity && update.mutate({ patch: { severity } })}
          >
            {severityWords[severity]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
