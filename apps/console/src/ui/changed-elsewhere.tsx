import { Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";

interface ChangedElsewhereProps {
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  children: ReactNode;
}

/** Warns over a form that its record was saved by someone else during the edit. */
export function ChangedElsewhere({ onTakeTheirs, onKeepMine, children }: ChangedElsewhereProps) {
  return (
    <Alert color="yellow" variant="light" p="sm" mt="sm" role="alert">
      {children} Yours is kept here.{" "}
      <Button size="compact-xs" variant="default" onClick={onTakeTheirs}>
        Take theirs
      </Button>{" "}
      <Button size="compact-xs" variant="default" onClick={onKeepMine}>
        Go on with mine
      </Button>
    </Alert>
  );
}
