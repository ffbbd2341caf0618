import { Button, Code } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { IconCircleCheck, IconFilterOff, IconPlus, IconRocket } from "@tabler/icons-react";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { type Filters, isView } from "./filters.ts";
import { useAnyIncident } from "./queries.ts";

interface ListFaceProps {
  list: ListWindow<Incident>;
  filters: Filters;
  mayWrite: boolean;
  onNew: () => void;
}

/** Loading, failed, first day, all quiet, or filters too narrow: each says what to do next. */
export function ListFace({ list, filters, mayWrite, onNew }: ListFaceProps) {
  const any = useAnyIncident(list.total === 0);
  if (list.error) return <ErrorFace error={list.error} retry={list.refetch} />;
  if (list.total === undefined || any.data === undefined) return <RowsSkeleton rows={14} />;
  const create = mayWrite ? (
    <Button leftSection={<IconPlus size={15} />} onClick={onNew}>
      New incident
    </Button>
  ) : null;
  if (!any.data) return <FirstDay create={create} />;
  if (isView(filters, {}))
    return (
      <Face
        icon={<IconCircleCheck size={20} />}
        tone="good"
        title="Nothing needs anybody"
        actions={
          <ButtonLink to="/incidents" search={{ status: "all" }} variant="default">
            See all incidents
          </ButtonLink>
        }
      >
        Every incident is resolved or closed. New ones appear here by themselves.
      </Face>
    );
  return (
    <Face
      icon={<IconFilterOff size={20} />}
      title="No incident matches"
      actions={
        <ButtonLink to="/incidents" search={{ status: "all" }} variant="default">
          Clear the filters
        </ButtonLink>
      }
    >
      Take a filter away, or look at a longer time.
    </Face>
  );
}

function FirstDay({ create }: { create: React.ReactNode }) {
  return (
    <Face icon={<IconRocket size={20} />} title="No incidents yet" actions={create}>
      Create one here{create ? " (key n)" : ""}, or let your tools do it with an API key:
      <Code block mt="sm" ta="left" tabIndex={0}>
        {`curl -X POST ${window.location.origin}/api/incidents \\
  -H "authorization: Bearer $KEY" -H "x-tenant-id: $TENANT" \\
  -H "content-type: application/json" \\
  -d '{"title":"Disk full on db-1","severity":"P2"}'`}
      </Code>
    </Face>
  );
}
