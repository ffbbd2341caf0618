import { NumberInput, Stack, Textarea } from "@mantine/core";
import { DurationField } from "../../ui/duration-field.tsx";
import { messageAt } from "../draft/problems.ts";
import type { Editing } from "./editing.ts";

/** Description, time limit and what a run saves. The name has its place in the header. */
export function SettingsFields({ draft, problems, change }: Editing) {
  return (
    <Stack gap="sm">
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        error={messageAt(problems, "description")}
        value={draft.description}
        onChange={(event) => change({ ...draft, description: event.currentTarget.value }, "description")}
      />
      <DurationField
        label="Timeout of a run"
        placeholder="None"
        error={messageAt(problems, "timeout_seconds")}
        seconds={draft.timeout_seconds}
        onChange={(timeout_seconds) => change({ ...draft, timeout_seconds }, "timeout_seconds")}
      />
      <NumberInput
        label="Minutes of work that a run saves"
        description="Reports add them up for every successful run."
        placeholder="Not stated"
        min={0}
        max={10_080}
        allowDecimal={false}
        error={messageAt(problems, "saved_minutes")}
        value={draft.saved_minutes ?? ""}
        onChange={(minutes) =>
          change({ ...draft, saved_minutes: minutes === "" ? null : Number(minutes) }, "saved_minutes")
        }
      />
    </Stack>
  );
}
