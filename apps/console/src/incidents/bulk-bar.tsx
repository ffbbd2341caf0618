import { Button, Kbd } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { IconCheck } from "@tabler/icons-react";
import { useKeys } from "../keys/keys.tsx";
import classes from "./bulk-bar.module.css";
import { useAcknowledge } from "./mutations.ts";

interface BulkBarProps {
  selected: ReadonlySet<string>;
  /** The incident at the cursor, which `a` acknowledges when none is selected. */
  current: Incident | undefined;
  onDone: () => void;
}

export function BulkBar({ selected, current, onDone }: BulkBarProps) {
  const acknowledge = useAcknowledge();
  const run = () => {
    const ids = selected.size > 0 ? [...selected] : current ? [current.id] : [];
    if (ids.length > 0) acknowledge.mutate(ids, { onSuccess: onDone });
  };
  useKeys([{ keys: "a", label: "Acknowledge selected", group: "List", run }]);
  if (selected.size === 0) return null;
  return (
    <section className={classes.bar} aria-label="Selection">
      <span role="status">
        <b>{selected.size}</b> selected
      </span>
      <Button
        leftSection={<IconCheck size={15} />}
        rightSection={<Kbd size="xs">a</Kbd>}
        loading={acknowledge.isPending}
        onClick={run}
      >
        Acknowledge
      </Button>
      <Button variant="default" onClick={onDone}>
        Clear selection
      </Button>
    </section>
  );
}
