import type { ChangeListItem } from "@opsplane/contract";
import { IconArrowsExchange, IconFilterOff, IconPlus } from "@tabler/icons-react";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { type ChangeFilters, isPlain } from "./filters.ts";

interface ListFaceProps {
  list: ListWindow<ChangeListItem>;
  filters: ChangeFilters;
  mayWrite: boolean;
}

/** Loading, failed, first day, or filters too narrow: each says what to do next. */
export function ListFace({ list, filters, mayWrite }: ListFaceProps) {
  if (list.error) return <ErrorFace error={list.error} retry={list.refetch} />;
  if (list.total === undefined) return <RowsSkeleton rows={14} />;
  if (isPlain(filters))
    return (
      <Face
        icon={<IconArrowsExchange size={20} />}
        title="No changes yet"
        actions={
          mayWrite ? (
            <ButtonLink to="/changes/new" leftSection={<IconPlus size={15} />}>
              New change
            </ButtonLink>
          ) : null
        }
      >
        A change says what will be done, when, how it is tested and how it is taken back. Others see it coming in the
        calendar.
      </Face>
    );
  return (
    <Face
      icon={<IconFilterOff size={20} />}
      title="No change matches"
      actions={
        <ButtonLink to="/changes" variant="default">
          Clear the filters
        </ButtonLink>
      }
    >
      Take a filter away, or use fewer words.
    </Face>
  );
}
