import type { operations } from "@opsplane/contract";
import { type ClickHouseReader, fail, type HandlersOf } from "@opsplane/runtime";
import { barsOf } from "../bars.ts";
import type { ReadTelemetry } from "../reader.ts";
import { type BoundedRange, boundedRange } from "../time-range.ts";
import { nodesOf, sampleFor } from "./graph.ts";
import { readFigures } from "./store/figures.ts";
import { readEdges } from "./store/map.ts";
import { readServiceSeries } from "./store/series.ts";
import { hasSpans, spansByService } from "./store/volume.ts";

export function serviceHandlers(read: ReadTelemetry): HandlersOf<typeof operations.services> {
  return {
    list: async (context) => {
      const { query, now } = context;
      const figures = await readFigures(read(context), {
        of: "service",
        window: boundedRange(query, now, 1),
        q: query.q,
      });
      return figures.map(({ subject, ...rest }) => ({ service: subject, ...rest }));
    },

    operations: async (context) => {
      const { query, params, now } = context;
      const asked = {
        of: "operation",
        window: boundedRange(query, now, 1),
        service: params.service,
        q: query.q,
      } as const;
      const telemetry = read(context);
      const figures = await readFigures(telemetry, asked);
      if (figures.length === 0 && !(await hasSpans(telemetry, params.service)))
        fail("NOT_FOUND", `No service '${params.service}' has sent spans.`);
      return figures.map(({ subject, ...rest }) => ({ operation: subject, ...rest }));
    },

    series: async (context) => {
      const { query, now } = context;
      const window = boundedRange(query, now, 1);
      const telemetry = read(context);
      const services = query.service ?? (await busiest(telemetry, window));
      const bars = barsOf(window, query.points ?? 60, minute);
      return {
        from: window.from.toISOString(),
        to: window.to.toISOString(),
        step_seconds: bars.step,
        services: await readServiceSeries(telemetry, services, bars),
      };
    },

    map: async (context) => {
      const { service, ...query } = context.query;
      const window = boundedRange(query, context.now, 1);
      const telemetry = read(context);
      const volumes = await spansByService(telemetry, window);
      const services = volumes.map((volume) => volume.service);
      const sampled = sampleFor(volumes);
      const edges = services.length === 0 ? [] : await readEdges(telemetry, { window, services, service, sampled });
      const shown = services.filter((name) => service === undefined || name === service);
      return { nodes: nodesOf(shown, edges), edges, sampled };
    },
  };
}

/** The roll-up of spans is by minute. */
const minute = 60;
const maxServices = 50;

async function busiest(telemetry: ClickHouseReader, window: BoundedRange): Promise<string[]> {
  const volumes = await spansByService(telemetry, window);
  return volumes.slice(0, maxServices).map(({ service }) => service);
}
