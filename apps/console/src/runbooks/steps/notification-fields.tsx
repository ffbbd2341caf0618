import { Select, TextInput } from "@mantine/core";
import type { Recipient } from "@opsplane/contract";
import { ApproverField } from "../../approvals/index.ts";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import classes from "./fields.module.css";
import { AddRow, RemoveRow } from "./http-fields.tsx";
import type { StepFieldsProps } from "./props.ts";

export function NotificationFields({ step, path, problems, set }: StepFieldsProps) {
  const recipients = step.recipients ?? [];
  const edit = (index: number, recipient: Recipient) =>
    set({ recipients: recipients.map((each, at) => (at === index ? recipient : each)) });
  return (
    <>
      <TextInput
        label="Subject"
        placeholder="The name of the runbook"
        maxLength={300}
        value={step.subject ?? ""}
        onChange={(event) => set({ subject: event.currentTarget.value || undefined })}
      />
      <MarkdownField
        label="Message"
        maxLength={10_000}
        value={step.message ?? ""}
        onChange={(message) => set({ message })}
      />
      <div className={classes.rows}>
        {recipients.map((recipient, index) => (
          <RecipientRow
            // Rows have no id, and their order is that of the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            recipient={recipient}
            number={index + 1}
            problem={problems.error(`${path}.recipients.${index}`)}
            onChange={(next) => edit(index, next)}
            onRemove={() => set({ recipients: recipients.filter((_, at) => at !== index) })}
          />
        ))}
        <AddRow onClick={() => set({ recipients: [...recipients, { type: "group", value: "" }] })}>
          Add recipient
        </AddRow>
      </div>
    </>
  );
}

const types = { user: "A person", group: "A group", role: "A role", email: "An email address" } as const;
const typeData = Object.entries(types).map(([value, label]) => ({ value, label }));

interface RecipientRowProps {
  recipient: Recipient;
  number: number;
  problem: string | undefined;
  onChange: (recipient: Recipient) => void;
  onRemove: () => void;
}

function RecipientRow({ recipient: { type, value }, number, problem, onChange, onRemove }: RecipientRowProps) {
  return (
    <div className={classes.pair} style={{ alignItems: "end" }}>
      <Select
        label={`Recipient ${number}`}
        allowDeselect={false}
        data={typeData}
        value={type}
        onChange={(chosen) => {
          const next = isType(chosen) ? chosen : type;
          if (next !== type) onChange({ type: next, value: "" });
        }}
      />
      {type === "email" ? (
        <TextInput
          label="Address"
          placeholder="oncall@example.com"
          error={problem}
          maxLength={254}
          value={value}
          onChange={(event) => onChange({ type, value: event.currentTarget.value })}
        />
      ) : (
        <ApproverField
          step={{ key: number, name: "", type, value, label: "", required: true }}
          problem={problem}
          onChange={(next) => onChange({ type, value: next.value })}
        />
      )}
      <RemoveRow what={`recipient ${number}`} onClick={onRemove} />
    </div>
  );
}

function isType(value: string | null): value is Recipient["type"] {
  return value !== null && Object.hasOwn(types, value);
}
