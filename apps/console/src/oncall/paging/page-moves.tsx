import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { OnCallPage } from "@opsplane/contract";
import { useCan } from "../../session/context.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { useAcknowledgePage, useStopPage } from "./queries.ts";

interface PageMovesProps {
  page: OnCallPage;
  /** Absent where the page has the button already. */
  acknowledges?: boolean;
}

/** What can be done with an open page. */
export function PageMoves({ page, acknowledges = true }: PageMovesProps) {
  const mayWrite = useCan()("incidents:write");
  const acknowledge = useAcknowledgePage();
  const stop = useStopPage();
  const [asking, { open, close }] = useDisclosure(false);
  const what = page.incident?.reference ?? page.name;
  if (page.status !== "active" || !mayWrite) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending}
        aria-label={`Stop paging for ${what}`}
        onClick={open}
      >
        Stop
      </Button>
      {acknowledges ? (
        <Button
          size="compact-sm"
          loading={acknowledge.isPending}
          aria-label={`Acknowledge ${what}`}
          onClick={() => acknowledge.mutate(page)}
        >
          Acknowledge
        </Button>
      ) : null}
      <AskDialog
        opened={asking}
        title={`Stop paging for ${what}?`}
        confirm="Stop paging"
        onClose={close}
        onConfirm={() => stop.mutate(page)}
      >
        No one else is paged, and messages that wait are canceled. The incident stays unacknowledged.
      </AskDialog>
    </>
  );
}
