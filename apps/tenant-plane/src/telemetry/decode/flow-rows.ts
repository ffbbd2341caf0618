import * as native from "@opsplane/runtime/native";
import { protocolName } from "../flows/protocols.ts";
import { addressBytes } from "./address.ts";
import { ByDay, dayOf } from "./by-day.ts";
import type { IngestReport } from "./ingest-report.ts";
import type { TableRows } from "./job.ts";
import type { JsonRow } from "./json-body.ts";
import { nanosOf } from "./json-time.ts";
import { keptRows } from "./metric-rows.ts";

const emptyColumns = () => ({
  ts: native.milliseconds(),
  row: native.uint32(),
  protocol: native.words(),
  src_ip: native.addresses(),
  dst_ip: native.addresses(),
  src_port: native.int32(),
  dst_port: native.int32(),
  bytes: native.count64(),
  packets: native.count64(),
  in_interface: native.words(),
  out_interface: native.words(),
  start: native.milliseconds(),
  end: native.milliseconds(),
  sampling: native.uint32(),
  exporter: native.words(),
});

/** Network flows as JSON. `timed`: every record told its time. */
export class FlowRows {
  timed = true;
  #count = 0;
  readonly #days = new ByDay(() => ({ rows: 0, columns: emptyColumns() }));

  constructor(rows: Iterable<JsonRow>, report: IngestReport) {
    for (const row of rows) {
      const problem = "problem" in row ? row.problem : this.#add(row.value, row.path, report);
      if (problem !== undefined) report.reject(row.path, problem);
    }
  }

  tables(tenantId: string, keepDays: number, batch: bigint): TableRows[] {
    return this.#days.map(({ rows, columns }, day) => ({
      ...keptRows("netflow_records", rows, tenantId, keepDays, { ...columns, batch: native.same64(batch, rows) }),
      probe: { by: "batch", table: "netflow_records", batch, day },
    }));
  }

  /** Answers with why the record cannot be taken. */
  #add(record: Record<string, unknown>, path: string, report: IngestReport): string | undefined {
    const field = new Fields(record, report.now);
    const protocol = field.protocol();
    const [source, target] = [field.address("src_ip"), field.address("dst_ip")];
    const [sourcePort, targetPort] = [field.port("src_port"), field.port("dst_port")];
    const [bytes, packets] = [field.count("bytes"), field.count("packets")];
    const [start, end] = [field.time("start"), field.time("end")];
    const time = field.time("timestamp") ?? end;
    const sampling = field.count("sampling", 4_294_967_295);
    const words = [field.word("in_interface"), field.word("out_interface"), field.word("exporter")] as const;
    if (field.problem !== undefined || source === undefined || target === undefined) return field.problem;
    if (start !== undefined && end !== undefined && start > end) return "has a start after its end";

    if (time === undefined) this.timed = false;
    if (!report.take(time ?? report.now, () => path)) return undefined;
    const day = this.#days.of(dayOf(time ?? report.now));
    day.rows += 1;
    const { columns } = day;
    columns.ts.push(time ?? report.now);
    columns.row.push(this.#count++);
    columns.protocol.push(protocol);
    columns.src_ip.push(source);
    columns.dst_ip.push(target);
    columns.src_port.push(sourcePort);
    columns.dst_port.push(targetPort);
    columns.bytes.push(bytes);
    columns.packets.push(packets);
    columns.in_interface.push(words[0]);
    columns.out_interface.push(words[1]);
    columns.start.push(start ?? 0);
    columns.end.push(end ?? 0);
    columns.sampling.push(sampling);
    columns.exporter.push(words[2]);
    return undefined;
  }
}

/** A network has few addresses for its many flows. */
const known = new Map<string, Uint8Array>();
const maxKnown = 20_000;

function knownAddress(written: string): Uint8Array | undefined {
  const before = known.get(written);
  if (before !== undefined) return before;
  const bytes = addressBytes(written.trim());
  if (bytes === undefined) return undefined;
  if (known.size >= maxKnown) known.clear();
  known.set(written, bytes);
  return bytes;
}

/** Reads a record's fields and remembers the first thing that was wrong. */
class Fields {
  problem: string | undefined;

  constructor(
    readonly record: Record<string, unknown>,
    readonly now: number,
  ) {}

  protocol(): string {
    const { protocol } = this.record;
    const name = typeof protocol === "string" || typeof protocol === "number" ? protocolName(protocol) : undefined;
    return name ?? this.#wrong("protocol", "must be a protocol's name or number, such as tcp or 6", "");
  }

  address(name: string): Uint8Array | undefined {
    const written = this.record[name];
    const bytes = typeof written === "string" ? knownAddress(written) : undefined;
    return bytes ?? this.#wrong(name, "must be an IP address", undefined);
  }

  /** -1 where it was not told: ICMP has none. */
  port(name: string): number {
    return this.#whole(name, 65_535, "must be a port from 0 to 65535") ?? -1;
  }

  count(name: string, most = Number.MAX_SAFE_INTEGER): number {
    return this.#whole(name, most, "must be a whole number that is not negative") ?? 0;
  }

  time(name: string): number | undefined {
    const written = this.record[name];
    if (written === undefined || written === null) return undefined;
    const nanos = nanosOf(written, this.now);
    if (nanos === undefined) return this.#wrong(name, "must be ISO 8601 or Unix time", undefined);
    return Number(nanos / 1_000_000n);
  }

  word(name: string): string {
    const written = this.record[name];
    if (written === undefined || written === null) return "";
    const isWord = typeof written === "number" || (typeof written === "string" && written.length <= 200);
    return isWord ? String(written) : this.#wrong(name, "must be a text of at most 200 characters or a number", "");
  }

  /** Some exporters write numbers as text. */
  #whole(name: string, most: number, expected: string): number | undefined {
    const written = this.record[name];
    if (written === undefined || written === null) return undefined;
    const number = typeof written === "string" && /^\d{1,16}$/.test(written) ? Number(written) : written;
    const fits = typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= most;
    return fits ? number : this.#wrong(name, expected, undefined);
  }

  #wrong<T>(name: string, expected: string, instead: T): T {
    const written = JSON.stringify(this.record[name])?.slice(0, 60) ?? "nothing";
    this.problem ??= `${name} ${expected}, not ${written}`;
    return instead;
  }
}
