import { useMemo } from "react";
import { Sparkline } from "../explore/sparkline.tsx";
import { timesOf } from "../explore/steps.ts";
import type { Interval } from "../time/range.ts";
import { type RangeSearch, rangeOf } from "../time/use-range.ts";
import { PlainLink } from "../ui/links.tsx";
import table from "../ui/table.module.css";
import { healthOrder, millisText, rateText, shareText } from "./health.ts";
import { HealthMark } from "./health-mark.tsx";
import { useServiceSeries } from "./queries.ts";
import type { ServiceSeries } from "./red-series.ts";
import type { ServiceHealth } from "./service-health.ts";
import classes from "./services.module.css";

interface ServicesTableProps {
  services: readonly ServiceHealth[];
  interval: Interval;
  search: RangeSearch & { sort?: string | undefined };
  onChange: (change: { sort: string | undefined }) => void;
  stale: boolean;
}

const sparkPoints = 30;
/** The API returns series of at most this many services at once. */
const maxSparks = 50;

type Sort = "health" | "service" | "rate" | "errors" | "latency";
const orders: Record<Sort, (one: ServiceHealth, other: ServiceHealth) => number> = {
  health: (one, other) => healthOrder.indexOf(one.health) - healthOrder.indexOf(other.health),
  service: (one, other) => one.service.localeCompare(other.service),
  rate: (one, other) => (other.now?.calls ?? 0) - (one.now?.calls ?? 0),
  errors: (one, other) => (other.now?.error_rate ?? 0) - (one.now?.error_rate ?? 0),
  latency: (one, other) => (other.now?.p95_ms ?? 0) - (one.now?.p95_ms ?? 0),
};
const headings: readonly { name: Sort; label: string }[] = [
  { name: "service", label: "Service" },
  { name: "health", label: "Health" },
  { name: "rate", label: "Rate" },
  { name: "errors", label: "Errors" },
  { name: "latency", label: "Latency (p95)" },
];

/** Services with their figures and small charts. Troubled ones come first, unless another order is chosen. */
export function ServicesTable({ services, interval, search, onChange, stale }: ServicesTableProps) {
  const sort = headings.find(({ name }) => name === search.sort)?.name ?? "health";
  const sorted = useMemo(() => services.toSorted(orders[sort]), [services, sort]);
  const names = sorted.slice(0, maxSparks).map(({ service }) => service);
  const series = useServiceSeries(interval, sparkPoints, names);
  const sparks = useMemo(() => series.data && sparksOf(series.data), [series.data]);
  if (services.length === 0) return <p className="dim">No service has such a name.</p>;
  return (
    <div className={`${table.card} ${classes.scroll}`} aria-busy={stale}>
      <table className={`${table.table} ${classes.services}`}>
        <thead>
          <tr>
            {headings.map(({ name, label }) => (
              <th key={name} scope="col" aria-sort={sort === name ? "descending" : "none"}>
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => onChange({ sort: name === "health" ? undefined : name })}
                >
                  {label}
                  {sort === name ? " ↓" : ""}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((each) => (
            <Row key={each.service} health={each} sparks={sparks?.get(each.service)} search={search} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Sparks {
  rate: (number | null)[];
  errors: (number | null)[];
  latency: (number | null)[];
}

interface RowProps {
  health: ServiceHealth;
  sparks: Sparks | undefined;
  search: RangeSearch;
}

function Row({ health, sparks, search }: RowProps) {
  const { service, now } = health;
  return (
    <tr>
      <td>
        <PlainLink to="/services/$service" params={{ service }} search={rangeOf(search)} className={table.main}>
          {service}
        </PlainLink>
      </td>
      <td>
        <HealthMark verdict={health} />
        {health.reason ? <span className={classes.reason}>{health.reason}</span> : null}
      </td>
      <Figure text={now ? rateText(now.rate_per_second) : "–"} name={`Rate of ${service}`} values={sparks?.rate} />
      <Figure
        text={now ? shareText(now.error_rate) : "–"}
        name={`Errors of ${service}`}
        values={sparks?.errors}
        tone={health.health === "failing" ? "bad" : "plain"}
      />
      <Figure
        text={now ? millisText(now.p95_ms) : "–"}
        name={`Latency of ${service}`}
        values={sparks?.latency}
        tone={health.health === "degraded" ? "warning" : "plain"}
      />
    </tr>
  );
}

interface FigureProps {
  text: string;
  name: string;
  values: (number | null)[] | undefined;
  tone?: "plain" | "bad" | "warning";
}

function Figure({ text, name, values, tone = "plain" }: FigureProps) {
  return (
    <td>
      <span className={classes.figure}>
        <span className={classes.number}>{text}</span>
        {values ? <Sparkline label={name} values={values} tone={tone} /> : null}
      </span>
    </td>
  );
}

function sparksOf(series: ServiceSeries): Map<string, Sparks> {
  const step = series.step_seconds * 1000;
  const times = timesOf({ from: Date.parse(series.from), to: Date.parse(series.to) }, step);
  return new Map(
    series.services.map(({ service, points }) => {
      const at = new Map(points.map((point) => [Date.parse(point.ts), point]));
      const found = times.map((time) => at.get(time));
      return [
        service,
        {
          rate: found.map((point) => point?.calls ?? 0),
          errors: found.map((point) => (point ? point.errors / point.calls : 0)),
          latency: found.map((point) => point?.p95_ms ?? null),
        },
      ];
    }),
  );
}
