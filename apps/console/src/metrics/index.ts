export { AddFilter, FilterChip } from "./filter-chip.tsx";
export { MetricField } from "./metric-field.tsx";
export { factsOf, longestPart, unitOf } from "./metric-kind.ts";
export { useLabels, useMetricNames } from "./queries.ts";
export { type LabelFilter, readMatcher } from "./query-text.ts";
export { matchOf } from "./request.ts";
export { seriesNames } from "./series-names.ts";
export { metricsOf } from "./services.ts";
