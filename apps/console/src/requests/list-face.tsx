import type { RequestListItem } from "@opsplane/contract";
import { IconCircleCheck, IconFilterOff, IconInbox } from "@tabler/icons-react";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { isPlain, type RequestFilters } from "./filters.ts";

/** Loading, failed, nothing yet, or filters too narrow: each says what to do next. */
export function ListFace({ list, filters }: { list: ListWindow<RequestListItem>; filters: RequestFilters }) {
  if (list.error) return <ErrorFace error={list.error} retry={list.refetch} />;
  if (list.total === undefined) return <RowsSkeleton rows={14} />;
  if (!isPlain(filters))
    return (
      <Face
        icon={<IconFilterOff size={20} />}
        title="No request matches"
        actions={
          <ButtonLink
            to="/requests"
            search={filters.scope === "mine" ? {} : { scope: filters.scope }}
            variant="default"
          >
            Clear the filters
          </ButtonLink>
        }
      >
        Take a filter away, or use fewer words.
      </Face>
    );
  if (filters.scope === "assigned")
    return (
      <Face
        icon={<IconCircleCheck size={20} />}
        tone="good"
        title="Nothing is assigned to you"
        actions={
          <ButtonLink to="/requests" search={{ scope: "all", status: "in_fulfillment" }} variant="default">
            See what can be taken up
          </ButtonLink>
        }
      >
        Requests that you take up appear here.
      </Face>
    );
  return (
    <Face
      icon={<IconInbox size={20} />}
      title={filters.scope === "mine" ? "You have not requested anything" : "No requests yet"}
      actions={
        <ButtonLink to="/catalog" variant="default">
          Open the catalog
        </ButtonLink>
      }
    >
      The catalog holds what can be requested: access, equipment, whatever your teams offer.
    </Face>
  );
}
