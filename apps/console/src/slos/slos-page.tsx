import { Button, Group } from "@mantine/core";
import { IconFilterOff, IconGauge, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { Face, RowsSkeleton } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ListHead } from "../ui/list/list-page.tsx";
import page from "../ui/list-page.module.css";
import { QueryFace } from "../ui/query-face.tsx";
import { useSlos } from "./queries.ts";
import { SloFilters } from "./slo-filters.tsx";
import { askOf, isFiltered, type SloSearch } from "./slo-search.ts";
import { SloTable } from "./slo-table.tsx";
import classes from "./slos.module.css";

const route = getRouteApi("/slos");

export function SlosPage() {
  return useCan()("slos:read") ? <Slos /> : <ForbiddenPage title="SLOs" needs="slos:read" />;
}

function Slos() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useSlos(askOf(search));
  const change = (changes: Partial<SloSearch>) =>
    void navigate({ search: { ...search, ...changes }, replace: "q" in changes });
  return (
    <div className={page.page}>
      <ListHead title="SLOs" actions={<NewSloButton />} views={[]} />
      <SloFilters search={search} onChange={change} />
      <div className={classes.body}>
        <QueryFace
          query={list}
          loading={<RowsSkeleton rows={10} />}
          isEmpty={(slos) => slos.length === 0}
          empty={<NoSlos filtered={isFiltered(search)} />}
        >
          {(slos) => (
            <>
              <SloTable slos={slos} stale={list.isPlaceholderData} />
              {list.hasNextPage ? (
                <Group justify="center" mt="md">
                  <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show more
                  </Button>
                </Group>
              ) : null}
            </>
          )}
        </QueryFace>
      </div>
    </div>
  );
}

function NewSloButton({ first = false }: { first?: boolean }) {
  return useCan()("slos:write") ? (
    <ButtonLink to="/slos/new" leftSection={<IconPlus size={15} />}>
      {first ? "Create your first SLO" : "New SLO"}
    </ButtonLink>
  ) : null;
}

function NoSlos({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <Face
        icon={<IconFilterOff size={20} />}
        title="No matching SLOs"
        actions={
          <ButtonLink to="/slos" search={{}} variant="default">
            Clear filters
          </ButtonLink>
        }
      >
        Remove a filter or shorten your search.
      </Face>
    );
  return (
    <Face icon={<IconGauge size={20} />} title="No SLOs yet" actions={<NewSloButton first />}>
      A service-level objective says how many calls may fail or be slow. Its error budget shows how many still may.
    </Face>
  );
}
