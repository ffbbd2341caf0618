import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import classes from "./editor.module.css";
import type { PolicyDraft } from "./policy-draft.ts";

type Labels = PolicyDraft["labels"];

/** Labels that every alert of the policy gets. */
export function LabelsEditor({ labels, onChange }: { labels: Labels; onChange: (labels: Labels) => void }) {
  const set = (index: number, fields: Partial<Labels[number]>) =>
    onChange(labels.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  return (
    <Input.Wrapper label="Labels" description="Added to each alert, for silences and filters" labelElement="div">
      <div className={classes.labels}>
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two labels can be the same while they are typed
          <div key={index} className={classes.labelRow}>
            <TextInput
              aria-label={`Name of label ${index + 1}`}
              placeholder="team"
              maxLength={200}
              spellCheck={false}
              value={label.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Value of label ${index + 1}`}
              placeholder="web"
              maxLength={1000}
              spellCheck={false}
              value={label.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              size={30}
              aria-label={`Remove label ${index + 1}`}
              onClick={() => onChange(labels.filter((_, at) => at !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} />}
            disabled={labels.length >= 20}
            onClick={() => onChange([...labels, { name: "", value: "" }])}
          >
            Add label
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}
