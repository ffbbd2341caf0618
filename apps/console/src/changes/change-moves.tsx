import { Button } from "@mantine/core";
import { type Change, type ChangeStatus, changeMovesOf } from "@opsplane/contract";
import { useState } from "react";
import { MoveDialog } from "../ui/move-dialog.tsx";
import classes from "../ui/record-page.module.css";
import { asked, forward, moveWord } from "./move-words.ts";
import { useUpdateChange } from "./mutations.ts";

/** The moves that the state table allows from this status. */
export function ChangeMoves({ change }: { change: Change }) {
  const update = useUpdateChange(change);
  const [asking, setAsking] = useState<ChangeStatus>();
  const words = asking && asked(change, asking);
  const moves = changeMovesOf(change);
  const first = moves.find((to) => forward.includes(to));
  const move = (to: ChangeStatus) => (asked(change, to) ? setAsking(to) : update.mutate({ patch: { status: to } }));
  return (
    <div className={classes.moves}>
      {moves.map((to) => (
        <Button
          key={to}
          size="sm"
          variant={to === first ? "filled" : "default"}
          loading={update.isPending && update.variables.patch.status === to}
          disabled={update.isPending}
          onClick={() => move(to)}
        >
          {moveWord(change, to)}
        </Button>
      ))}
      {words ? (
        <MoveDialog
          words={words}
          pending={update.isPending}
          onClose={() => setAsking(undefined)}
          onConfirm={(text) =>
            update.mutate(
              { patch: { status: asking, ...(text ? { [words.field]: text } : {}) } },
              { onSuccess: () => setAsking(undefined) },
            )
          }
        />
      ) : null}
    </div>
  );
}
