import { Button, Group } from "@mantine/core";

interface VersionChoiceProps {
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** After a conflict: whose version counts. */
export function VersionChoice({ onKeepMine, onTakeTheirs }: VersionChoiceProps) {
  return (
    <Group gap="xs">
      <Button variant="default" onClick={onKeepMine}>
        Keep my version
      </Button>
      <Button variant="default" onClick={onTakeTheirs}>
        Use their version
      </Button>
    </Group>
  );
}
