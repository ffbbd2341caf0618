import { Code } from "@mantine/core";
import { IconCircleCheck, IconRocket } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { NewIncidentButton } from "./new-incident-button.tsx";
import { useAnyIncident } from "./queries.ts";

/** No open incident: either all are resolved, or this is the first day. */
export function EmptyList() {
  const mayWrite = useCan()("incidents:write");
  const any = useAnyIncident();
  if (any.data === undefined) return <RowsSkeleton rows={14} />;
  if (any.data)
    return (
      <Face
        icon={<IconCircleCheck size={20} />}
        tone="good"
        title="All clear"
        actions={
          <ButtonLink to="/incidents" search={{ status: "all" }} variant="default">
            View all incidents
          </ButtonLink>
        }
      >
        No open incidents. New ones appear here automatically.
      </Face>
    );
  return (
    <Face icon={<IconRocket size={20} />} title="No incidents yet" actions={<NewIncidentButton />}>
      {mayWrite ? "Create one (N), or send" : "Send"} incidents from your tools with an API key:
      <Code block mt="sm" ta="left" tabIndex={0}>
        {`curl -X POST ${window.location.origin}/api/incidents \\
  -H "authorization: Bearer $KEY" -H "x-tenant-id: $TENANT" \\
  -H "content-type: application/json" \\
  -d '{"title":"Disk full on db-1","severity":"P2"}'`}
      </Code>
    </Face>
  );
}
