import { SegmentedControl, TextInput } from "@mantine/core";
import { IconAffiliate, IconSearch } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { ExplorePage } from "../explore/explore-page.tsx";
import { defaultRange } from "../explore/range.ts";
import { useCan } from "../session/context.tsx";
import type { Interval } from "../time/range.ts";
import { useTimeRange } from "../time/use-range.ts";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { type ServiceHealth, useServicesHealth } from "./service-health.ts";
import classes from "./services.module.css";
import { ServicesTable } from "./services-table.tsx";

const route = getRouteApi("/services");

interface MapProps {
  interval: Interval;
  health: readonly ServiceHealth[];
}

const ServiceMap = lazyPart<"ServiceMap", MapProps>(() => import("./map/service-map.tsx"), "ServiceMap");

export function ServicesPage() {
  const can = useCan();
  return can("observability:read") ? <Services /> : <ForbiddenPage title="Services" needs="observability:read" />;
}

function Services() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = useTimeRange(search, defaultRange);
  const health = useServicesHealth(state.interval);
  const change = (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...next }) });
  const { q = "" } = search;
  const shown = health.data?.filter(({ service }) => service.toLowerCase().includes(q.toLowerCase()));
  const isMap = search.view === "map";
  return (
    <ExplorePage
      title="Services"
      note={shown ? `${shown.length.toLocaleString("en")}` : undefined}
      state={state}
      search={search}
      onRange={change}
    >
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="View"
          data={[
            { value: "list", label: "List" },
            { value: "map", label: "Map" },
          ]}
          value={isMap ? "map" : "list"}
          onChange={(view) => change({ view: view === "map" ? view : undefined })}
        />
        {isMap ? null : (
          <TextInput
            aria-label="Find services"
            placeholder="Find services…"
            leftSection={<IconSearch size={14} />}
            defaultValue={q}
            onChange={(event) =>
              void navigate({ search: { ...search, q: event.currentTarget.value || undefined }, replace: true })
            }
          />
        )}
      </div>
      <QueryFace query={health} isEmpty={(all) => all.length === 0} empty={<NoServices />}>
        {(all) =>
          isMap ? (
            <ServiceMap interval={state.interval} health={all} />
          ) : (
            <ServicesTable
              services={shown ?? []}
              interval={state.interval}
              search={search}
              onChange={change}
              stale={health.isPlaceholderData}
            />
          )
        }
      </QueryFace>
    </ExplorePage>
  );
}

function NoServices() {
  return (
    <Face
      icon={<IconAffiliate size={20} />}
      title="No services in this time range"
      actions={<ButtonLink to="/settings/collectors">Send traces</ButtonLink>}
    >
      Services appear here when their traces arrive. Create a collector token for your OpenTelemetry SDKs.
    </Face>
  );
}
