import { Button } from "@mantine/core";
import type { DirectoryUser } from "@opsplane/contract";
import { useKeys } from "../keys/keys.tsx";
import { useProfile } from "../session/context.tsx";
import { PersonSelect } from "./person-select.tsx";

interface AssigneeFieldProps {
  assignee: DirectoryUser | null;
  pending: boolean;
  /** The group of its key in the keyboard help. */
  group: string;
  onAssign: (id: string | null) => void;
}

/** Chooses the assignee from the directory. `m` assigns the current user. */
export function AssigneeField({ assignee, pending, group, onAssign }: AssigneeFieldProps) {
  const { user } = useProfile();
  const mine = assignee?.id === user.id;
  const takeIt = () => !mine && onAssign(user.id);
  useKeys([{ keys: "m", label: "Assign to me", group, run: takeIt }]);
  return (
    <>
      <PersonSelect
        aria-label="Assignee"
        placeholder="Unassigned"
        size="xs"
        value={assignee?.id ?? null}
        chosen={assignee}
        onChange={onAssign}
        disabled={pending}
      />
      {mine ? null : (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={takeIt} loading={pending}>
          Assign to me
        </Button>
      )}
    </>
  );
}
