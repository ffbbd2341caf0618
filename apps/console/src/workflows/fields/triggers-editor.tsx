import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { type TriggerType, triggerTypes, type Workflow, type WorkflowTrigger } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { NextTimes } from "../../changes/index.ts";
import { TimezoneSelect } from "../../time/timezone-select.tsx";
import { messageAt } from "../draft/problems.ts";
import { triggerWords } from "../words.ts";
import type { Editing } from "./editing.ts";
import classes from "./fields.module.css";
import { ExpressionField } from "./text-fields.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

interface TriggersEditorProps extends Editing {
  /** The saved workflow, which has the address of its webhook. */
  workflow: Workflow | undefined;
}

/** These exist once. */
const single: readonly TriggerType[] = ["manual", "webhook"];

export function TriggersEditor({ draft, problems, change, workflow }: TriggersEditorProps) {
  const { triggers } = draft;
  const offered = triggerTypes.filter(
    (type) => !(single.includes(type) && triggers.some((each) => each.type === type)),
  );
  return (
    <div className={classes.part}>
      {triggers.length === 0 ? <p className={classes.note}>No triggers. A person can still run it.</p> : null}
      <ol className={classes.rows} aria-label="Triggers">
        {triggers.map((trigger, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <li key={index}>
            <TriggerRow
              trigger={trigger}
              workflow={workflow}
              problemAt={(field) => messageAt(problems, `triggers.${index}.${field}`)}
              onChange={(next) =>
                change(
                  { ...draft, triggers: triggers.map((each, at) => (at === index ? next : each)) },
                  `triggers.${index}`,
                )
              }
              onRemove={() => change({ ...draft, triggers: triggers.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ol>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            style={{ justifySelf: "start" }}
            leftSection={<IconPlus size={14} />}
            disabled={triggers.length >= 20}
          >
            Add trigger
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((type) => (
            <Menu.Item key={type} onClick={() => change({ ...draft, triggers: [...triggers, newTrigger(type)] })}>
              {triggerWords[type]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function newTrigger(type: TriggerType): WorkflowTrigger {
  if (type !== "schedule") return { type };
  return { type, cron: "0 6 * * *", timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

interface TriggerRowProps {
  trigger: WorkflowTrigger;
  workflow: Workflow | undefined;
  problemAt: (field: string) => string | undefined;
  onChange: (trigger: WorkflowTrigger) => void;
  onRemove: () => void;
}

/** The data that an event brings, as `input`. */
const eventNames: Partial<Record<TriggerType, readonly string[]>> = {
  incident_created: ["incident_id", "reference", "title", "severity", "status"],
  incident_moved: ["incident_id", "reference", "title", "severity", "status", "previous_status"],
  request_approved: ["request_id", "reference", "title"],
  alert_fired: ["alert_id", "name", "severity", "labels", "incident_id"],
};

function TriggerRow({ trigger, workflow, problemAt, onChange, onRemove }: TriggerRowProps) {
  const { type, condition: _, ...rest } = trigger;
  const word = triggerWords[type];
  const names = (eventNames[type] ?? []).map((name) => `input.${name}`);
  const zone = trigger.timezone || "UTC";
  return (
    <fieldset className={classes.row} aria-label={`${word} trigger`}>
      <div className={classes.stack}>
        <strong>{word}</strong>
        {problemAt("type") ? <p className={classes.error}>{problemAt("type")}</p> : null}
        {type === "manual" ? <span className="dim">A person runs it from here or from an incident.</span> : null}
        {type === "schedule" ? (
          <>
            <TextInput
              label="Cron expression"
              description="Minute, hour, day of month, month, day of week"
              classNames={{ input: "mono" }}
              maxLength={100}
              error={problemAt("cron")}
              value={trigger.cron ?? ""}
              onChange={(event) => onChange({ ...trigger, cron: event.currentTarget.value })}
            />
            <TimezoneSelect
              error={problemAt("timezone")}
              value={zone}
              onChange={(timezone) => onChange({ ...trigger, timezone })}
            />
            <NextTimes label="Next runs" cron={trigger.cron?.trim() ?? ""} timezone={zone} />
          </>
        ) : null}
        {type === "webhook" ? <WebhookSecret workflow={workflow} /> : null}
        {type === "manual" || type === "schedule" ? null : (
          <ExpressionField
            label="Only if"
            placeholder={type === "webhook" ? 'input.action == "opened"' : 'input.severity == "P1"'}
            error={problemAt("condition")}
            names={names}
            value={trigger.condition ?? ""}
            onChange={(condition) => onChange(condition ? { type, ...rest, condition } : { type, ...rest })}
          />
        )}
      </div>
      <ActionIcon size={26} aria-label={`Remove the ${word.toLowerCase()} trigger`} onClick={onRemove}>
        <IconTrash size={15} />
      </ActionIcon>
    </fieldset>
  );
}
