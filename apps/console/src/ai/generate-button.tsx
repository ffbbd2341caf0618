import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useCan, useProfile } from "../session/context.tsx";
import { toastError } from "../ui/toast.tsx";
import { useGenerateRunbook } from "./queries.ts";

/** True when the person and the plan can generate runbooks. */
export function useCanGenerate(): boolean {
  const can = useCan();
  const { modules } = useProfile();
  return can("runbooks:write") && modules.includes("ai");
}

/** Generates a draft for an incident and opens it. */
export function GenerateRunbookButton({ incidentId }: { incidentId: string }) {
  const generate = useGenerateRunbook();
  if (!useCanGenerate()) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconSparkles size={14} />}
      loading={generate.isPending}
      onClick={() =>
        generate.mutate(
          { incident_id: incidentId },
          { onError: (error) => toastError(error, "Couldn't generate a runbook") },
        )
      }
    >
      Generate runbook
    </Button>
  );
}
