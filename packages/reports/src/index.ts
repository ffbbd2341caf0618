export { csvLine, csvOf } from "./csv.ts";
export { type Expected, type Forecast, forecastOf } from "./forecast.ts";
export { htmlOf, maxHtmlRows } from "./html.ts";
export { jsonOf, schemaVersion } from "./json.ts";
export type * from "./model.ts";
export { narrativeOf } from "./narrative.ts";
export { type Bucket, type BucketSize, bucketSize, bucketsOf, periodBefore, periodOf, periodText } from "./periods.ts";
export { changePercent, changeText, countText, durationText, meetsTarget, valueText } from "./values.ts";
