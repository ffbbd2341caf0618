import { Input, TextInput } from "@mantine/core";
import { RowsEditor } from "../../ui/rows-editor.tsx";
import classes from "./editor.module.css";
import type { PolicyDraft } from "./policy-draft.ts";

type Labels = PolicyDraft["labels"];

/** Labels that every alert of the policy gets. */
export function LabelsEditor({ labels, onChange }: { labels: Labels; onChange: (labels: Labels) => void }) {
  return (
    <Input.Wrapper label="Labels" description="Added to each alert, for silences and filters" labelElement="div">
      <RowsEditor
        rows={labels}
        noun="label"
        max={20}
        newRow={{ name: "", value: "" }}
        rowClass={classes.labelRow}
        onChange={onChange}
        fields={({ name, value }, number, set) => (
          <>
            <TextInput
              aria-label={`Name of label ${number}`}
              placeholder="team"
              maxLength={200}
              spellCheck={false}
              value={name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Value of label ${number}`}
              placeholder="web"
              maxLength={1000}
              spellCheck={false}
              value={value}
              onChange={(event) => set({ value: event.currentTarget.value })}
            />
          </>
        )}
      />
    </Input.Wrapper>
  );
}
