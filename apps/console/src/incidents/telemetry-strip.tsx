import type { ApiError, Incident } from "@opsplane/contract";
import { useMemo } from "react";
import { useItemsByIds } from "../cmdb/index.ts";
import { metricsOf } from "../metrics/index.ts";
import { RedCharts, useServicesWithCalls } from "../services/index.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { absoluteRange } from "../time/range.ts";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { incidentWindow } from "./incident-window.ts";
import { useIncidentMarkers } from "./markers.ts";
import classes from "./telemetry-strip.module.css";

const maxServices = 3;

/** Rate, errors and latency of the affected services around the incident, with the way to their logs, metrics and traces. */
export function TelemetryStrip({ incident }: { incident: Incident }) {
  const can = useCan();
  const { modules } = useProfile();
  const isVisible = can("observability:read") && modules.includes("observability");
  return isVisible ? <Strip incident={incident} /> : null;
}

function Strip({ incident }: { incident: Incident }) {
  const can = useCan();
  const interval = useMemo(() => incidentWindow(incident, Date.now()), [incident]);
  const { data: items, isLoading } = useItemsByIds(incident.ci_ids, can("cmdb:read"));
  const names = useMemo(() => items?.map(({ name }) => name) ?? [], [items]);
  const { services, isKnown, error } = useServicesWithCalls(interval, names);
  const markers = useIncidentMarkers(incident);
  const time = absoluteRange(interval);
  const among = services.length > 0 ? { service: services.join(",") } : {};
  const first = services[0];
  const shown = services.slice(0, maxServices);
  return (
    <Panel
      title="Telemetry around this incident"
      action={
        <span className={classes.links}>
          <ButtonLink to="/logs" search={{ ...time, ...among }} size="compact-sm" variant="default">
            Logs
          </ButtonLink>
          <ButtonLink to="/metrics" search={{ ...time, ...metricsOf(services) }} size="compact-sm" variant="default">
            Metrics
          </ButtonLink>
          <ButtonLink
            to="/traces"
            search={{ ...time, ...(first ? { service: first } : {}) }}
            size="compact-sm"
            variant="default"
          >
            Traces
          </ButtonLink>
        </span>
      }
    >
      {services.length === 0 ? (
        <p className={classes.none}>{isLoading ? "Loading…" : noServices(names.length > 0, isKnown, error)}</p>
      ) : null}
      {shown.map((service, index) => (
        <section key={service} aria-label={service} className={classes.service}>
          <h3 className={classes.name}>
            <TextLink to="/services/$service" params={{ service }} search={time} size="sm">
              {service}
            </TextLink>
          </h3>
          <RedCharts
            service={service}
            interval={interval}
            markers={markers}
            height={110}
            listsEvents={index === shown.length - 1}
          />
        </section>
      ))}
      {services.length > maxServices ? (
        <p className={classes.none}>and {services.length - maxServices} more services</p>
      ) : null}
    </Panel>
  );
}

function noServices(hasItems: boolean, isKnown: boolean, error: ApiError | null): string {
  if (!hasItems) return "Add the affected services to see their rate, errors and latency.";
  if (isKnown) return "None of the affected CIs sent traces in this time.";
  return error ? `Couldn't load the traces. ${error.message}` : "Loading…";
}
