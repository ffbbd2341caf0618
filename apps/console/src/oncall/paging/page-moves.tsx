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
      {acknowledges ? <AcknowledgeButton page={page} /> : null}
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

/** Also for a page that is over, while its incident waits for someone. */
export function AcknowledgeButton({ page }: { page: OnCallPage }) {
  const mayWrite = useCan()("incidents:write");
  const acknowledge = useAcknowledgePage();
  if (!mayWrite) return null;
  return (
    <Button
      size="compact-sm"
      loading={acknowledge.isPending}
      aria-label={`Acknowledge ${page.incident?.reference ?? page.name}`}
      onClick={() => acknowledge.mutate(page)}
    >
      Acknowledge
    </Button>
  );
}
