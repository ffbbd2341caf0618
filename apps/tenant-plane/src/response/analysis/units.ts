// Values of metrics with their units, for sentences.

/** What is known of a metric. Rates are per second. */
export interface Measure {
  metric: string;
  /** As it was sent, in the code of UCUM; empty when it was not. */
  unit: string;
  isRate: boolean;
}

/** "1.41 s", "512 MiB", "3.2 MiB/s", "94 %", "120/s" */
export function valueText(value: number, { metric, unit, isRate }: Measure): string {
  const found = sent.get(unit) ?? named.find(({ pattern }) => pattern.test(stem(metric)))?.unit;
  if (found === "ratio") return isRate || Math.abs(value) > maxRatio ? plain(value, isRate) : percentText(value * 100);
  if (found === undefined) return plain(value, isRate);
  return `${texts[found](value)}${isRate ? "/s" : ""}`;
}

type Unit =
  | "seconds"
  | "milliseconds"
  | "microseconds"
  | "nanoseconds"
  | "bytes"
  | "bits"
  | "percent"
  | "celsius"
  | "hertz"
  | "watts";

/** A ratio of more is a percentage, or something else. */
const maxRatio = 1.5;

/** Units that are sent with a metric: UCUM, as OpenTelemetry has them, and the usual words. */
const sent: ReadonlyMap<string, Unit | "ratio"> = new Map(
  Object.entries({
    seconds: ["s", "sec", "second", "seconds"],
    milliseconds: ["ms", "millisecond", "milliseconds"],
    microseconds: ["us", "µs", "microsecond", "microseconds"],
    nanoseconds: ["ns", "nanosecond", "nanoseconds"],
    bytes: ["By", "by", "B", "byte", "bytes", "By/s"],
    bits: ["bit", "bits", "bit/s"],
    percent: ["%", "percent"],
    ratio: ["ratio"],
    celsius: ["Cel", "celsius"],
    hertz: ["Hz", "hertz"],
    watts: ["W", "watts"],
  } satisfies Record<Unit | "ratio", string[]>).flatMap(([name, written]) =>
    written.map((each) => [each, name as Unit | "ratio"] as const),
  ),
);

/** Units that the name of a metric ends with, as Prometheus and OpenTelemetry name them. */
const named: readonly { pattern: RegExp; unit: Unit | "ratio" }[] = [
  { pattern: /milliseconds$|[._]ms$/, unit: "milliseconds" },
  { pattern: /microseconds$|[._]us$/, unit: "microseconds" },
  { pattern: /nanoseconds$|[._]ns$/, unit: "nanoseconds" },
  { pattern: /seconds$/, unit: "seconds" },
  { pattern: /bytes$/, unit: "bytes" },
  { pattern: /percent(?:age)?$/, unit: "percent" },
  { pattern: /ratio$|utili[sz]ation$/, unit: "ratio" },
  { pattern: /celsius$/, unit: "celsius" },
];

const maxNameLength = 200;

function stem(metric: string): string {
  return metric.slice(-maxNameLength).replace(/_(?:total|sum)$/, "");
}

const texts: Record<Unit, (value: number) => string> = {
  seconds: (value) => timeText(value * 1000),
  milliseconds: timeText,
  microseconds: (value) => timeText(value / 1000),
  nanoseconds: (value) => timeText(value / 1e6),
  bytes: (value) => scaled(value, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"], 1024),
  bits: (value) => scaled(value, ["bit", "kbit", "Mbit", "Gbit", "Tbit"], 1000),
  percent: percentText,
  celsius: (value) => `${digits(value)} °C`,
  hertz: (value) => scaled(value, ["Hz", "kHz", "MHz", "GHz"], 1000),
  watts: (value) => scaled(value, ["W", "kW", "MW"], 1000),
};

/** "850 µs", "12 ms", "1.41 s", "2.5 min" */
export function timeText(ms: number): string {
  const size = Math.abs(ms);
  if (size === 0) return "0 ms";
  if (size < 1) return `${digits(ms * 1000)} µs`;
  if (size < 1000) return `${digits(ms)} ms`;
  if (size < 120_000) return `${digits(ms / 1000)} s`;
  return size < 7_200_000 ? `${digits(ms / 60_000)} min` : `${digits(ms / 3_600_000)} h`;
}

function percentText(value: number): string {
  return `${digits(value)} %`;
}

function plain(value: number, isRate: boolean): string {
  const text = scaled(value, ["", "k", "M", "G"], 1000, 10_000);
  return isRate ? `${text}/s` : text;
}

/** From `from` on, a value is written in the next larger unit. */
function scaled(value: number, units: readonly string[], step: number, from = step): string {
  let place = 0;
  let rest = value;
  while (Math.abs(rest) >= (place === 0 ? from : step) && place < units.length - 1) {
    rest /= step;
    place++;
  }
  return `${digits(rest)} ${units[place]}`.trim();
}

/** Three digits; whole numbers above. */
function digits(value: number): string {
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));
}
