import { getRouteApi } from "@tanstack/react-router";
import { ItemLink, useItemNamed } from "../cmdb/index.ts";
import { ExplorePage } from "../explore/explore-page.tsx";
import { useMarkers } from "../explore/markers.ts";
import { defaultRange } from "../explore/range.ts";
import { StatTiles } from "../explore/stat-tiles.tsx";
import { useCan } from "../session/context.tsx";
import { ServiceSlos } from "../slos/index.ts";
import { absoluteRange } from "../time/range.ts";
import { rangeOf, useTimeRange } from "../time/use-range.ts";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { Dependencies } from "./dependencies.tsx";
import { millisText, rateText, shareText } from "./health.ts";
import { HealthMark } from "./health-mark.tsx";
import { OperationsTable } from "./operations-table.tsx";
import { RedCharts } from "./red-charts.tsx";
import { type ServiceHealth, useServicesHealth } from "./service-health.ts";
import { ServiceWork } from "./service-work.tsx";
import classes from "./services.module.css";

const route = getRouteApi("/services/$service");

export function ServicePage() {
  const can = useCan();
  const { service } = route.useParams();
  return can("observability:read") ? (
    <Service key={service} service={service} />
  ) : (
    <ForbiddenPage title="Service" needs="observability:read" />
  );
}

function Service({ service }: { service: string }) {
  const can = useCan();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = useTimeRange(search, defaultRange);
  const { interval } = state;
  const health = useServicesHealth(interval);
  const item = useItemNamed(service, can("cmdb:read")).data;
  const markers = useMarkers(interval, item ? [item.id] : undefined);
  const change = (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...next }) });
  const own = health.data?.find((each) => each.service === service);
  const range = rangeOf(search);
  return (
    <ExplorePage
      title={service}
      note={own ? <HealthMark verdict={own} /> : undefined}
      state={state}
      search={search}
      onRange={change}
      actions={
        <>
          <ButtonLink to="/logs" search={{ ...range, service }} variant="default">
            Logs
          </ButtonLink>
          <ButtonLink to="/traces" search={{ ...range, service }} variant="default">
            Traces
          </ButtonLink>
        </>
      }
    >
      <div className={classes.links}>
        <span className="dim">Configuration item:</span>
        {item ? <ItemLink item={item} /> : <span className="dim">none with this name in the CMDB</span>}
      </div>
      <Figures health={own} />
      <Panel title="Rate, errors and latency">
        <RedCharts
          service={service}
          interval={interval}
          markers={markers}
          onSelect={(chosen) => change(absoluteRange(chosen))}
        />
      </Panel>
      <div className={classes.two}>
        <div className={classes.column}>
          <OperationsTable service={service} interval={interval} search={range} />
        </div>
        <div className={classes.column}>
          <ServiceSlos service={service} />
          <Dependencies service={service} interval={interval} search={range} />
          {item ? <ServiceWork itemId={item.id} /> : null}
        </div>
      </div>
    </ExplorePage>
  );
}

function Figures({ health }: { health: ServiceHealth | undefined }) {
  const { now, before } = health ?? {};
  if (!now) return null;
  const was = (text: string | undefined) => (text ? `${text} before` : undefined);
  return (
    <StatTiles
      label="Figures"
      stats={[
        { label: "Rate", value: rateText(now.rate_per_second), note: was(before && rateText(before.rate_per_second)) },
        {
          label: "Errors",
          value: shareText(now.error_rate),
          note: was(before && shareText(before.error_rate)),
          tone: health?.health === "failing" ? "bad" : "plain",
        },
        { label: "p50", value: millisText(now.p50_ms), note: was(before && millisText(before.p50_ms)) },
        { label: "p95", value: millisText(now.p95_ms), note: was(before && millisText(before.p95_ms)) },
        { label: "p99", value: millisText(now.p99_ms), note: was(before && millisText(before.p99_ms)) },
      ]}
    />
  );
}
