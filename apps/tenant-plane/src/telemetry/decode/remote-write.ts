import { hashBytes, readLabels, readWriteRequest, type WriteMetadata, type WriteSink } from "@opsplane/wire";
import type { IngestReport } from "./ingest-report.ts";
import { type Metadata, MetricRows } from "./metric-rows.ts";
import { enter, problemOf, type Series, seriesOf } from "./series.ts";
import type { SeriesIndex, SeriesSlot } from "./series-index.ts";

const rawSeed = 3;
const types = ["unknown", "counter", "gauge", "histogram", "gaugehistogram", "summary", "info", "stateset"];

/** Decodes a Prometheus WriteRequest. A series is found by a hash of its raw label bytes. Only new series are parsed. */
export function remoteWriteRows(
  bytes: Uint8Array,
  { tenantId, keepDays, seriesLimit, now }: { tenantId: string; keepDays: number; seriesLimit: number; now: number },
  index: SeriesIndex,
  report: IngestReport,
): MetricRows {
  const rows = new MetricRows(tenantId, keepDays, index);
  const key = new Uint32Array(2);
  let [at, from, to] = [bytes, 0, 0];
  let count = -1;
  // The slot of the current series, or the reason why its samples are rejected.
  let slot: SeriesSlot | string = "";
  const path = () => `timeseries[${count}]`;
  const series = (): Series => labelled(at, from, to);
  const placeOfNew = (): SeriesSlot | string => {
    const found = series();
    return (
      problemOf(found) ??
      enter(index, key, found, seriesLimit) ??
      `exceeds this tenant's limit of ${seriesLimit} series per day`
    );
  };

  const sink: WriteSink = {
    series: (source, start, end) => {
      [at, from, to] = [source, start, end];
      count += 1;
      hashBytes(source, start, end, rawSeed, key);
      const known = index.find(key[0] as number, key[1] as number);
      slot = known >= 0 ? known : placeOfNew();
    },
    sample: (low, high, time) => {
      if (typeof slot === "string") report.reject(path(), slot);
      else if (report.take(time, path)) rows.sample(slot, time, low, high, series);
    },
    histogram: () => report.reject(path(), "is a native histogram, which is not supported; send classic histograms"),
    metadata: (sent) => rows.metadata(metadataOf(sent), now),
  };
  try {
    readWriteRequest(bytes, sink);
  } catch (error) {
    rows.abandon();
    throw error;
  }
  return rows;
}

function labelled(bytes: Uint8Array, from: number, to: number): Series {
  const labels = readLabels(bytes, from, to);
  const metric = labels.find(([name]) => name === "__name__")?.[1] ?? "";
  return seriesOf(
    metric,
    labels.filter(([name]) => name !== "__name__"),
  );
}

function metadataOf({ metric, type, help, unit }: WriteMetadata): Metadata {
  return { metric, type: types[type] ?? "unknown", temporality: "cumulative", unit, help: help.slice(0, 2000) };
}
