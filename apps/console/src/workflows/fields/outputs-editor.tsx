import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Draft } from "../draft/draft.ts";
import { namesAtEnd } from "../draft/names.ts";
import { messageAt } from "../draft/problems.ts";
import type { Editing } from "./editing.ts";
import classes from "./fields.module.css";
import { ExpressionField } from "./text-fields.tsx";

/** The values that a run leaves when it succeeds. */
export function OutputsEditor({ draft, problems, change }: Editing) {
  const { outputs } = draft;
  const names = namesAtEnd(draft);
  const set = (index: number, next: Draft["outputs"][number]) =>
    change({ ...draft, outputs: outputs.map((each, at) => (at === index ? next : each)) }, `outputs.${index}`);
  return (
    <div className={classes.part}>
      {outputs.length === 0 ? <p className={classes.note}>No outputs. A run leaves the outputs of its steps.</p> : null}
      <ol className={classes.rows} aria-label="Outputs">
        {outputs.map((output, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is edited
          <li key={index}>
            <fieldset className={classes.row} aria-label={`Output ${index + 1}`}>
              <div className={classes.cells}>
                <TextInput
                  label="Name"
                  classNames={{ input: "mono" }}
                  maxLength={40}
                  error={
                    messageAt(problems, `outputs.${index}.name`) ??
                    (/^[a-z][a-z0-9_]{0,39}$/.test(output.name) ? undefined : "Use lowercase letters, digits and _.")
                  }
                  value={output.name}
                  onChange={(event) => set(index, { ...output, name: event.currentTarget.value.trim() })}
                />
                <ExpressionField
                  label="Expression"
                  error={messageAt(problems, `outputs.${index}.expression`)}
                  names={names}
                  value={output.expression}
                  onChange={(expression) => set(index, { ...output, expression })}
                />
              </div>
              <ActionIcon
                size={26}
                className={classes.remove ?? ""}
                aria-label={`Remove output ${output.name}`}
                onClick={() => change({ ...draft, outputs: outputs.filter((_, at) => at !== index) })}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={outputs.length >= 50}
          onClick={() =>
            change({ ...draft, outputs: [...outputs, { name: `output_${outputs.length + 1}`, expression: "" }] })
          }
        >
          Add output
        </Button>
      </div>
    </div>
  );
}
