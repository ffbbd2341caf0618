import type { Flow, operations } from "@opsplane/contract";
import { addressKind, type HandlersOf } from "@opsplane/runtime";
import type { ReadTelemetry } from "../reader.ts";
import { plainAddress } from "./addresses.ts";
import { flowFilter } from "./filter.ts";
import { labelOf } from "./ports.ts";
import { protocolLabel } from "./protocols.ts";
import * as store from "./store.ts";
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
        store.readTopPorts(telemetry, filter),
      ]);
      const summary = summarise(filter.window, hours, ports);
      return { flows: rows.map(asFlow), total: summary.totals.flows, limit, offset, summary };
    },

    topTalkers: async (context) => {
      const { group_by = "src_ip", limit = 10 } = context.query;
      const filter = flowFilter(context.query, context.now);
      const telemetry = read(context);
      if (group_by === "protocol") {
        const rows = await store.readTopProtocols(telemetry, filter, limit);
        return rows.map((row) => ({ ...row, label: protocolLabel(row.key) }));
      }
      const rows = await store.readTopAddresses(telemetry, filter, group_by, limit);
      return rows.map((row) => {
        const key = plainAddress(row.key);
        return { ...row, key, label: addressKind(key) };
      });
    },
  };
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
