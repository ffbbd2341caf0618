import { ActionIcon, Button, Input, Select, TextInput } from "@mantine/core";
import type { Recipient } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { optionsOf } from "../../ui/words.ts";
import { NamedApprover } from "./approver-choice.tsx";
import { recipientsIn, recipientTypes, textIn } from "./config.ts";
import classes from "./fields.module.css";
import type { ConfigFieldsProps } from "./step-fields.tsx";
import { TemplateField } from "./text-fields.tsx";

export function NotificationFields({ step, names, problemAt, onChange }: ConfigFieldsProps) {
  const { config } = step;
  const recipients = recipientsIn(config);
  return (
    <>
      <TemplateField
        label="Subject"
        rows={1}
        error={problemAt("subject")}
        names={names}
        value={textIn(config, "subject")}
        onChange={(subject) => onChange({ subject: subject || undefined })}
      />
      <TemplateField
        label="Message"
        required
        rows={3}
        error={problemAt("message")}
        names={names}
        value={textIn(config, "message")}
        onChange={(message) => onChange({ message })}
      />
      <Input.Wrapper
        label="Recipients"
        description="Webhooks get every message, also one without recipients"
        error={problemAt("recipients")}
      >
        <ol className={`${classes.rows} ${classes.below}`} aria-label="Recipients">
          {recipients.map((recipient, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
            <li key={index}>
              <RecipientRow
                recipient={recipient}
                number={index + 1}
                onChange={(next) =>
                  onChange({ recipients: recipients.map((each, at) => (at === index ? next : each)) })
                }
                onRemove={() => onChange({ recipients: recipients.filter((_, at) => at !== index) })}
              />
            </li>
          ))}
        </ol>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={recipients.length >= 50}
          onClick={() => onChange({ recipients: [...recipients, { type: "user", value: "" }] })}
        >
          Add recipient
        </Button>
      </Input.Wrapper>
    </>
  );
}

const recipientWords = { user: "A person", group: "A group", role: "A role", email: "An address" } as const;

interface RecipientRowProps {
  recipient: Recipient;
  number: number;
  onChange: (recipient: Recipient) => void;
  onRemove: () => void;
}

function RecipientRow({ recipient: { type, value }, number, onChange, onRemove }: RecipientRowProps) {
  return (
    <fieldset className={classes.row} aria-label={`Recipient ${number}`}>
      <div className={classes.cells}>
        <Select
          label="Send to"
          allowDeselect={false}
          data={optionsOf(recipientTypes, recipientWords)}
          value={type}
          onChange={(chosen) => {
            const next = recipientTypes.find((each) => each === chosen);
            if (next && next !== type) onChange({ type: next, value: "" });
          }}
        />
        {type === "email" ? (
          <TextInput
            label="Email"
            type="email"
            maxLength={254}
            value={value}
            onChange={(event) => onChange({ type, value: event.currentTarget.value })}
          />
        ) : (
          <NamedApprover
            type={type}
            value={value}
            problem={undefined}
            onChange={(_, chosen) => onChange({ type, value: chosen })}
          />
        )}
      </div>
      <ActionIcon
        size={26}
        className={classes.remove ?? ""}
        aria-label={`Remove recipient ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </fieldset>
  );
}
