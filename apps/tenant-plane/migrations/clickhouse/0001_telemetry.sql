-- Telemetry. The tenant comes first in every key. A row carries the days it is kept, and they are part of its partition, so that
-- retention drops whole partitions. Roll-ups by minute are projections: they live in the same part as their rows, so that they come
-- and go with them and cannot disagree with them after a crash. {{…}} is filled in for one server or for a cluster.

CREATE TABLE IF NOT EXISTS {{table log_records}} (
  tenant_id LowCardinality(String),
  ts DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  batch UInt64 CODEC(ZSTD(1)),
  row UInt32 CODEC(ZSTD(1)),
  stored_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  level LowCardinality(String),
  service LowCardinality(String),
  message String CODEC(ZSTD(1)),
  trace_id String CODEC(ZSTD(1)),
  span_id String CODEC(ZSTD(1)),
  attributes Map(String, String) CODEC(ZSTD(1)),
  resource Map(String, String) CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1)),
  INDEX words lowerUTF8(message) TYPE text(tokenizer = splitByNonAlpha),
  INDEX of_trace trace_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX of_service service TYPE set(100) GRANULARITY 4,
  INDEX attribute_values mapValues(attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX resource_values mapValues(resource) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_storing stored_at TYPE minmax GRANULARITY 4,
  PROJECTION minutes (
    SELECT tenant_id, toStartOfMinute(ts), service, level, count()
    GROUP BY tenant_id, toStartOfMinute(ts), service, level
  )
) ENGINE = {{engine MergeTree log_records}}
PARTITION BY (toDate(ts), keep_days)
ORDER BY (tenant_id, ts);
{{distributed log_records by rand()}};

-- Small granules: the series of one metric are few, and with 8,192 rows a granule the labels of thousands were read beside them.
CREATE TABLE IF NOT EXISTS {{table metric_series}} (
  tenant_id LowCardinality(String),
  day Date,
  metric LowCardinality(String),
  metric_id UInt32,
  series_id UInt64 CODEC(ZSTD(1)),
  labels Map(String, String) CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1))
) ENGINE = {{engine ReplacingMergeTree metric_series}}
PARTITION BY (day, keep_days)
ORDER BY (tenant_id, metric, series_id)
SETTINGS index_granularity = 1024;
{{distributed metric_series by series_id}};

CREATE TABLE IF NOT EXISTS {{table metric_metadata}} (
  tenant_id LowCardinality(String),
  metric String,
  type LowCardinality(String),
  temporality LowCardinality(String),
  unit LowCardinality(String),
  help String,
  updated_at DateTime64(3, 'UTC')
) ENGINE = {{engine ReplacingMergeTree(updated_at) metric_metadata}}
ORDER BY (tenant_id, metric);
{{distributed metric_metadata by cityHash64(tenant_id, metric)}};

-- A value is scaled / 10^exponent, exactly, or the bits of a double where the exponent is 127: decimal numbers as integers take a
-- fraction of the space that doubles do. Series stand together for four hours, not for the whole day: one series' day is then in six
-- places, but an hour of thousands is read in half the time.
CREATE TABLE IF NOT EXISTS {{table metric_samples}} (
  tenant_id LowCardinality(String),
  metric_id UInt32 CODEC(ZSTD(1)),
  series_id UInt64 CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  scaled Int64 CODEC(DoubleDelta, ZSTD(1)),
  exponent Int8 CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1)),
  value Float64 ALIAS if(exponent = 127, reinterpretAsFloat64(scaled), scaled / intExp10(exponent))
) ENGINE = {{engine MergeTree metric_samples}}
PARTITION BY (toDate(ts), keep_days)
ORDER BY (tenant_id, metric_id, toStartOfInterval(ts, INTERVAL 4 HOUR), series_id, ts);
{{distributed metric_samples by series_id}};

-- Hours of series, for long ranges. Written after the hour, and again when late samples changed it: a projection of samples made
-- inserting them five times as slow.
CREATE TABLE IF NOT EXISTS {{table metric_hours}} (
  tenant_id LowCardinality(String),
  metric_id UInt32 CODEC(ZSTD(1)),
  series_id UInt64 CODEC(ZSTD(1)),
  hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  samples UInt32 CODEC(ZSTD(1)),
  first_ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  last_ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  first_value Float64 CODEC(ZSTD(1)),
  last_value Float64 CODEC(ZSTD(1)),
  min_value Float64 CODEC(ZSTD(1)),
  max_value Float64 CODEC(ZSTD(1)),
  sum_value Float64 CODEC(ZSTD(1)),
  increase Float64 CODEC(ZSTD(1)),
  rolled_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1))
) ENGINE = {{engine ReplacingMergeTree(rolled_at) metric_hours}}
PARTITION BY (toDate(hour), keep_days)
ORDER BY (tenant_id, metric_id, series_id, hour);
{{distributed metric_hours by series_id}};

-- Histograms as they came: bounds are the upper ends of buckets, counts those of each bucket alone.
CREATE TABLE IF NOT EXISTS {{table metric_histograms}} (
  tenant_id LowCardinality(String),
  metric_id UInt32 CODEC(ZSTD(1)),
  series_id UInt64 CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  cumulative UInt8 CODEC(ZSTD(1)),
  count UInt64 CODEC(DoubleDelta, ZSTD(1)),
  sum Float64 CODEC(ZSTD(1)),
  bounds Array(Float64) CODEC(ZSTD(1)),
  counts Array(UInt64) CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1))
) ENGINE = {{engine MergeTree metric_histograms}}
PARTITION BY (toDate(ts), keep_days)
ORDER BY (tenant_id, metric_id, series_id, ts);
{{distributed metric_histograms by series_id}};

-- latency: eight steps for each doubling of the duration, so that quantiles of long windows come from counts.
CREATE TABLE IF NOT EXISTS {{table spans}} (
  tenant_id LowCardinality(String),
  start DateTime64(9, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  batch UInt64 CODEC(ZSTD(1)),
  trace_id String CODEC(ZSTD(1)),
  span_id String CODEC(ZSTD(1)),
  parent_span_id String CODEC(ZSTD(1)),
  service LowCardinality(String),
  name LowCardinality(String),
  kind LowCardinality(String),
  status LowCardinality(String),
  status_message String CODEC(ZSTD(1)),
  duration UInt64 CODEC(ZSTD(1)),
  latency UInt16 CODEC(ZSTD(1)),
  entry UInt8 CODEC(ZSTD(1)),
  peer LowCardinality(String),
  peer_type LowCardinality(String),
  attributes Map(String, String) CODEC(ZSTD(1)),
  resource Map(String, String) CODEC(ZSTD(1)),
  events String CODEC(ZSTD(1)),
  links String CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1)),
  INDEX of_trace trace_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX of_service service TYPE set(100) GRANULARITY 4,
  INDEX attribute_values mapValues(attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX resource_values mapValues(resource) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_duration duration TYPE minmax GRANULARITY 1,
  PROJECTION minutes (
    SELECT tenant_id, toStartOfMinute(start), service, name, entry, status, latency, count()
    GROUP BY tenant_id, toStartOfMinute(start), service, name, entry, status, latency
  )
) ENGINE = {{engine MergeTree spans}}
PARTITION BY (toDate(start), keep_days)
ORDER BY (tenant_id, start);
{{distributed spans by cityHash64(trace_id)}};

-- When a trace was, so that it is found by its id alone. Storing a row again changes nothing.
CREATE TABLE IF NOT EXISTS {{table trace_summaries}} (
  tenant_id LowCardinality(String),
  trace_id String CODEC(ZSTD(1)),
  day Date,
  start SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  finish SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  keep_days UInt16 CODEC(ZSTD(1))
) ENGINE = {{engine AggregatingMergeTree trace_summaries}}
PARTITION BY (day, keep_days)
ORDER BY (tenant_id, trace_id);
{{distributed trace_summaries by cityHash64(trace_id)}};

-- Spec 2.11. IPv4 addresses are kept as ::ffff:a.b.c.d; a port of -1 was not told.
CREATE TABLE IF NOT EXISTS {{table netflow_records}} (
  tenant_id LowCardinality(String),
  ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  batch UInt64 CODEC(ZSTD(1)),
  row UInt32 CODEC(ZSTD(1)),
  protocol LowCardinality(String),
  src_ip IPv6 CODEC(ZSTD(1)),
  dst_ip IPv6 CODEC(ZSTD(1)),
  src_port Int32 CODEC(ZSTD(1)),
  dst_port Int32 CODEC(ZSTD(1)),
  bytes UInt64 CODEC(ZSTD(1)),
  packets UInt64 CODEC(ZSTD(1)),
  in_interface LowCardinality(String),
  out_interface LowCardinality(String),
  start DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  end DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  sampling UInt32 CODEC(ZSTD(1)),
  exporter LowCardinality(String),
  keep_days UInt16 CODEC(ZSTD(1)),
  INDEX of_source src_ip TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX of_target dst_ip TYPE bloom_filter(0.01) GRANULARITY 1,
  PROJECTION hours (
    SELECT tenant_id, toStartOfHour(ts), protocol, dst_port, count(), sum(bytes), sum(packets)
    GROUP BY tenant_id, toStartOfHour(ts), protocol, dst_port
  )
) ENGINE = {{engine MergeTree netflow_records}}
PARTITION BY (toDate(ts), keep_days)
ORDER BY (tenant_id, ts);
{{distributed netflow_records by rand()}};
