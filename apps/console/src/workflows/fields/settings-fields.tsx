import { Stack, Textarea } from "@mantine/core";
import { DurationField } from "../../ui/duration-field.tsx";
import { messageAt } from "../draft/problems.ts";
import type { Editing } from "./editing.ts";

/** Description and time limit. The name has its place in the header. */
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
    </Stack>
  );
}
