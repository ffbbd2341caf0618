import type { Flow, FlowSplit, operations } from "@opsplane/contract";
import { addressKind, type ClickHouseReader, type HandlersOf } from "@opsplane/runtime";
import { barsOf } from "../bars.ts";
import type { ReadTelemetry } from "../reader.ts";
import { plainAddress } from "./addresses.ts";
import { type FlowFilter, flowFilter } from "./filter.ts";
import { overTime } from "./over-time.ts";
import { labelOf } from "./ports.ts";
import { protocolLabel } from "./protocols.ts";
import * as store from "./store/flows.ts";
import { readNames } from "./store/names.ts";
import { readPairs, readTotals } from "./store/pairs.ts";
import { readBars } from "./store/series.ts";
import { summarise } from "./summary.ts";

export function flowHandlers(read: ReadTelemetry): HandlersOf<typeof operations.netflow> {
  return {
    list: async (context) => {
      const { limit = 50, offset = 0 } = context.query;
      const filter = flowFilter(context.query, context.now);
      const telemetry = read(context);
      const [rows, hours, ports] = await Promise.all([
        store.readFlows(telemetry, filter, { limit, offset }),
        store.readHours(telemetry, filter),
        store.readTopPorts(telemetry, filter, 10),
      ]);
      const summary = summarise(filter.window, hours, ports);
      return { flows: rows.map(asFlow), total: summary.totals.flows, limit, offset, summary };
    },

    topTalkers: async (context) => {
      const { group_by = "src_ip", limit = 10 } = context.query;
      return talkers(read(context), flowFilter(context.query, context.now), group_by, limit);
    },

    series: async (context) => {
      const { group_by, top = 8, points = 100 } = context.query;
      const filter = flowFilter(context.query, context.now);
      const telemetry = read(context);
      const bars = barsOf(filter.window, points);
      const groups = group_by === undefined ? [] : await topGroups(telemetry, filter, group_by, top);
      const keys = groups.map(({ key }) => key);
      return overTime(filter.window, bars, groups, await readBars(telemetry, filter, bars.step, group_by, keys));
    },

    pairs: async (context) => {
      const filter = flowFilter(context.query, context.now);
      const telemetry = read(context);
      const [rows, total] = await Promise.all([
        readPairs(telemetry, filter, context.query.limit ?? 30),
        readTotals(telemetry, filter),
      ]);
      const pairs = rows.map(({ source, target, protocol, dst_port: stored, ...figures }) => {
        const dst_port = port(stored);
        const label = labelOf(protocol, dst_port, null);
        return { src_ip: plainAddress(source), dst_ip: plainAddress(target), dst_port, label, ...figures };
      });
      const rest = (field: "bytes" | "packets" | "flows") =>
        Math.max(0, (total?.[field] ?? 0) - rows.reduce((sum, row) => sum + row[field], 0));
      return { pairs, other: { bytes: rest("bytes"), packets: rest("packets"), flows: rest("flows") } };
    },

    names: ({ db, query }) => readNames(db, query.ip),
  };
}

async function talkers(
  telemetry: ClickHouseReader,
  filter: FlowFilter,
  by: "src_ip" | "dst_ip" | "protocol",
  limit: number,
) {
  if (by === "protocol") {
    const rows = await store.readTopProtocols(telemetry, filter, limit);
    return rows.map((row) => ({ ...row, label: protocolLabel(row.key) }));
  }
  const rows = await store.readTopAddresses(telemetry, filter, by, limit);
  return rows.map((row) => {
    const key = plainAddress(row.key);
    return { ...row, key, label: addressKind(key) };
  });
}

async function topGroups(
  telemetry: ClickHouseReader,
  filter: FlowFilter,
  by: FlowSplit,
  limit: number,
): Promise<{ key: string; label: string }[]> {
  if (by !== "dst_port") return talkers(telemetry, filter, by, limit);
  const rows = await store.readTopPorts(telemetry, filter, limit);
  return rows.map(({ dst_port, protocol }) => ({ key: String(dst_port), label: labelOf(protocol, dst_port, null) }));
}

function asFlow(row: store.FlowRow): Flow {
  const [src_port, dst_port] = [port(row.src_port), port(row.dst_port)];
  return {
    timestamp: time(row.at),
    protocol: row.protocol,
    src_ip: plainAddress(row.source),
    src_port,
    dst_ip: plainAddress(row.target),
    dst_port,
    bytes: row.bytes,
    packets: row.packets,
    label: labelOf(row.protocol, dst_port, src_port),
    in_interface: row.in_interface || null,
    out_interface: row.out_interface || null,
    start: row.began === 0 ? null : time(row.began),
    end: row.ended === 0 ? null : time(row.ended),
    sampling: row.sampling || null,
    exporter: row.exporter || null,
  };
}

/** -1 means that the exporter sent no port. */
function port(stored: number): number | null {
  return stored < 0 ? null : stored;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
