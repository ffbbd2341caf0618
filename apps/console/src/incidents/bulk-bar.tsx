import { Button, Kbd } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import classes from "./bulk-bar.module.css";
import { useAcknowledge } from "./changes.ts";

export function BulkBar({ selected, onDone }: { selected: ReadonlySet<string>; onDone: () => void }) {
  const acknowledge = useAcknowledge();
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
        onClick={() => acknowledge.mutate([...selected], { onSuccess: onDone })}
      >
        Acknowledge
      </Button>
      <Button variant="default" onClick={onDone}>
        Clear
      </Button>
    </section>
  );
}
