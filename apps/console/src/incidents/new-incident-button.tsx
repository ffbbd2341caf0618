import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNewIncident } from "../records/new-incident.ts";
import { useCan } from "../session/context.tsx";

/** Absent for those who cannot create incidents. */
export function NewIncidentButton() {
  const openNew = useNewIncident();
  return useCan()("incidents:write") ? (
    <Button leftSection={<IconPlus size={15} />} onClick={() => openNew()}>
      New incident
    </Button>
  ) : null;
}
