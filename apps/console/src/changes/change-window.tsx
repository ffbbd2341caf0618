import { Button, Group, Stack } from "@mantine/core";
import type { Change } from "@opsplane/contract";
import { useState } from "react";
import { duration } from "../time/format.ts";
import { TimeField } from "../time/time-field.tsx";
import { toastError } from "../ui/toast.tsx";
import { useUpdateChange } from "./mutations.ts";
import { windowProblem } from "./window-problem.ts";
import { WindowText } from "./window-text.tsx";

/** The change window, editable in place while the change is being planned. */
export function ChangeWindow({ change, mayEdit }: { change: Change; mayEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  const { requested_start: start, requested_end: end } = change;
  if (editing && mayEdit) return <WindowEditor change={change} onClose={() => setEditing(false)} />;
  return (
    <>
      <WindowText start={start} end={end} />
      {start && end ? <div className="dim">{duration(Date.parse(end) - Date.parse(start))}</div> : null}
      {mayEdit ? (
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            px={4}
            ml={-4}
            onClick={() => setEditing(true)}
            aria-label={start ? "Edit the window" : "Set the window"}
          >
            {start ? "Edit" : "Set"}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function WindowEditor({ change, onClose }: { change: Change; onClose: () => void }) {
  const update = useUpdateChange(change);
  const [start, setStart] = useState(change.requested_start ?? "");
  const [end, setEnd] = useState(change.requested_end ?? "");
  const [version] = useState(change.version);
  const problem = windowProblem(start, end);
  const save = () => {
    if (problem) return;
    update.mutate(
      { patch: { requested_start: start || null, requested_end: end || null }, onVersion: version },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error.code === "CONFLICT") toastError(error, "Not saved: this change was updated by someone else");
        },
      },
    );
  };
  return (
    <Stack gap={6} data-wide>
      <TimeField size="xs" label="Start" value={start} onChange={setStart} />
      <TimeField size="xs" label="End" value={end} onChange={setEnd} min={start} error={problem} />
      <Group gap={4}>
        <Button size="compact-xs" loading={update.isPending} disabled={problem !== undefined} onClick={save}>
          Save
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
