import { type operations, parseTime } from "@opsplane/contract";
import { type HandlersOf, invalid } from "@opsplane/runtime";
import type { ReadTelemetry } from "../reader.ts";
import { boundedRange, storableTime } from "../time-range.ts";
import { parseMatchers } from "./matchers.ts";
import { answer, type QueryDeps } from "./query.ts";
import { aboutMetrics, findLabels, findNames, findValues } from "./store/browse.ts";

const day = 24;

export function metricHandlers(
  read: ReadTelemetry,
  metricDeps: (tenantId: string) => QueryDeps,
): HandlersOf<typeof operations.metrics> {
  return {
    query: async (context) => {
      const { query, now } = context;
      const end = query.end === undefined ? now : storableTime("end", parseTime(query.end, now) ?? now);
      const hourBefore = new Date(Math.max(0, end.getTime() - 3_600_000));
      const start = query.start === undefined ? hourBefore : storableTime("start", parseTime(query.start, now) ?? end);
      if (start > end) invalid("start", "must not be after end");
      const { grid, series } = await answer(
        read(context),
        {
          metric: query.metric_name,
          matchers: parseMatchers(query.match),
          start,
          end,
          step: query.step,
          agg: query.agg,
          by: query.by,
          over: query.over,
          window: query.window,
          limit: query.limit ?? 1000,
        },
        metricDeps(context.principal.tenantId),
      );
      return {
        metric_name: query.metric_name,
        start: new Date(grid.start).toISOString(),
        end: end.toISOString(),
        step: query.step ?? `${grid.step / 1000}s`,
        series,
      };
    },

    names: async (context) => {
      const { query, now } = context;
      const telemetry = read(context);
      const { names, total } = await findNames(telemetry, {
        ...boundedRange(query, now, day),
        q: query.q,
        limit: query.limit ?? 50,
        offset: query.offset ?? 0,
      });
      const known = new Map(
        (
          await aboutMetrics(
            telemetry,
            names.map(({ metric_name }) => metric_name),
          )
        ).map((about) => [about.metric_name, about]),
      );
      const items = names.map(({ metric_name, series }) => {
        const { type = "unknown", unit = "", help = "" } = known.get(metric_name) ?? {};
        return { metric_name, type, unit, help, series };
      });
      return { items, total };
    },

    labels: async (context) => {
      const { query, now } = context;
      return findLabels(read(context), {
        ...boundedRange(query, now, day),
        metric: query.metric_name,
        matchers: parseMatchers(query.match),
      });
    },

    values: async (context) => {
      const { query, now } = context;
      const wanted = {
        ...boundedRange(query, now, day),
        metric: query.metric_name ?? "*",
        matchers: parseMatchers(query.match),
      };
      return findValues(read(context), wanted, query.label, query.q, query.limit ?? 100);
    },
  };
}
