import { Button, Code } from "@mantine/core";
import type { ConfigItem } from "@opsplane/contract";
import { IconFilterOff, IconPlus, IconTopologyStar3 } from "@tabler/icons-react";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import type { Filters } from "./filters.ts";
import { useAnyItem } from "./queries.ts";

interface ListFaceProps {
  list: ListWindow<ConfigItem>;
  filters: Filters;
  mayWrite: boolean;
  onNew: () => void;
}

/** Loading, failed, first day, or filters too narrow: each says what to do next. */
export function ListFace({ list, filters, mayWrite, onNew }: ListFaceProps) {
  const any = useAnyItem(list.total === 0);
  if (list.error) return <ErrorFace error={list.error} retry={list.refetch} />;
  if (list.total === undefined || any.data === undefined) return <RowsSkeleton rows={14} />;
  if (!any.data) return <FirstDay mayWrite={mayWrite} onNew={onNew} />;
  return (
    <Face
      icon={<IconFilterOff size={20} />}
      title="No item matches"
      actions={
        <ButtonLink to="/cmdb" search={{}} variant="default">
          Clear the filters
        </ButtonLink>
      }
    >
      {filters.tag.length > 1
        ? "An item must have all of the chosen tags: take one away, or another filter."
        : "Take a filter away, or search with fewer words."}
    </Face>
  );
}

function FirstDay({ mayWrite, onNew }: { mayWrite: boolean; onNew: () => void }) {
  return (
    <Face
      icon={<IconTopologyStar3 size={20} />}
      title="Nothing is configured yet"
      actions={
        mayWrite ? (
          <Button leftSection={<IconPlus size={15} />} onClick={onNew}>
            New item
          </Button>
        ) : null
      }
    >
      Begin with one service and what it runs on{mayWrite ? " (key n)" : ""}, then relate the two: the impact of a
      failure follows from there. A discovery writes here with an API key:
      <Code block mt="sm" ta="left" tabIndex={0}>
        {`curl -X POST ${window.location.origin}/api/cmdb/items \\
  -H "authorization: Bearer $KEY" -H "x-tenant-id: $TENANT" \\
  -H "content-type: application/json" \\
  -d '{"name":"db-1","class":"database","environment":"production"}'`}
      </Code>
    </Face>
  );
}
