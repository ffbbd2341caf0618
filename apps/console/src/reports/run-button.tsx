import { Button } from "@mantine/core";
import type { Report } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { toastError } from "../ui/toast.tsx";
import { useRunReport } from "./mutations.ts";

/** Runs a report as it is defined: a CSV is downloaded, the other formats open on the report's page. */
export function RunButton({ report: { id, name } }: { report: Report }) {
  const navigate = useNavigate();
  const run = useRunReport();
  if (!useCan()("reports:run")) return null;
  const start = () =>
    run.mutate(
      { id },
      {
        onSuccess: ({ runId, format }) => {
          if (format !== "CSV") void navigate({ to: "/reports/$id", params: { id }, search: { run: runId } });
        },
        onError: (error) => toastError(error, `Couldn't run ${name}`),
      },
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlayerPlay size={13} />}
      aria-label={`Run ${name}`}
      loading={run.isPending}
      onClick={start}
    >
      Run
    </Button>
  );
}
