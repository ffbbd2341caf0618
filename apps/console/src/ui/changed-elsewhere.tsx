import { Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";

interface ChangedElsewhereProps {
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  children: ReactNode;
}

/** Over a long form whose record somebody else has saved meanwhile: nobody's words are lost without being asked. */
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
