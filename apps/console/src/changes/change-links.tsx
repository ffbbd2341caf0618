import { Button, Group, Stack } from "@mantine/core";
import type { Change } from "@opsplane/contract";
import { type ReactNode, useState } from "react";
import { ClassIcon, ItemsPicker } from "../cmdb/index.ts";
import { IncidentPicker } from "../incidents/index.ts";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { TextLink } from "../ui/links.tsx";
import classes from "./change-links.module.css";
import { useUpdateChange } from "./mutations.ts";

interface ChangeLinksProps {
  change: Change;
  mayEdit: boolean;
}

export function ChangeItems({ change, mayEdit }: ChangeLinksProps) {
  return (
    <Links
      change={change}
      mayEdit={mayEdit}
      what="items"
      field="ci_ids"
      picker={(value, onChange) => (
        <ItemsPicker aria-label="Items" size="xs" autoFocus value={value} onChange={onChange} />
      )}
    >
      {change.items.map((item) => (
        <li key={item.id}>
          <ClassIcon name={item.class} size={14} />
          <TextLink size="sm" to="/cmdb/$id" params={{ id: item.id }}>
            {item.name}
          </TextLink>
        </li>
      ))}
    </Links>
  );
}

export function ChangeIncidents({ change, mayEdit }: ChangeLinksProps) {
  return (
    <Links
      change={change}
      mayEdit={mayEdit}
      what="incidents"
      field="incident_ids"
      picker={(value, onChange) => (
        <IncidentPicker aria-label="Incidents" size="xs" value={value} known={change.incidents} onChange={onChange} />
      )}
    >
      {change.incidents.map((incident) => (
        <li key={incident.id}>
          <SeverityBadge severity={incident.severity} />
          <TextLink
            size="sm"
            to="/incidents/$reference"
            params={{ reference: incident.reference }}
            title={incident.reference}
          >
            {incident.title}
          </TextLink>
        </li>
      ))}
    </Links>
  );
}

interface LinksProps extends ChangeLinksProps {
  what: string;
  field: "ci_ids" | "incident_ids";
  picker: (value: string[], onChange: (ids: string[]) => void) => ReactNode;
  children: ReactNode[];
}

function Links({ change, mayEdit, what, field, picker, children }: LinksProps) {
  const update = useUpdateChange(change);
  const [draft, setDraft] = useState<string[]>();
  if (draft && mayEdit)
    return (
      <Stack gap={6}>
        {picker(draft, setDraft)}
        <Group gap={4}>
          <Button
            size="compact-xs"
            loading={update.isPending}
            onClick={() => update.mutate({ patch: { [field]: draft } }, { onSuccess: () => setDraft(undefined) })}
          >
            Save
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setDraft(undefined)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    );
  const some = children.length > 0;
  return (
    <>
      {some ? <ul className={classes.links}>{children}</ul> : null}
      {mayEdit ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          px={4}
          ml={-4}
          onClick={() => setDraft(change[field])}
          aria-label={`${some ? "Edit" : "Add"} ${what}`}
        >
          {some ? "Edit" : "Add"}
        </Button>
      ) : some ? null : (
        <span className="dim">None</span>
      )}
    </>
  );
}
