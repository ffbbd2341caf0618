import { Anchor, Select, type SelectProps, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useSecrets } from "./queries.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import classes from "./secret-select.module.css";

interface SecretSelectProps extends Pick<SelectProps, "label" | "description" | "error"> {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses a secret of the store, or stores a new one. */
export function SecretSelect({ label, value, onChange, ...select }: SecretSelectProps) {
  const secrets = useSecrets("").data?.items ?? [];
  const [creating, setCreating] = useState(false);
  return (
    <div className={classes.field}>
      <Select
        {...select}
        label={label}
        placeholder="None"
        clearable
        searchable
        clearButtonProps={{ "aria-label": "Clear secret" }}
        nothingFoundMessage="No secrets found"
        data={secrets.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
      />
      <Anchor component="button" type="button" size="xs" onClick={() => setCreating(true)}>
        New secret<VisuallyHidden> for {label}</VisuallyHidden>
      </Anchor>
      {creating ? (
        <SecretDialog secret={undefined} onClose={() => setCreating(false)} onSaved={({ id }) => onChange(id)} />
      ) : null}
    </div>
  );
}
