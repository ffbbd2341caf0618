import classes from "./sparkline.module.css";

interface SparklineProps {
  /** The accessible name. */
  label: string;
  values: readonly (number | null)[];
  tone?: "plain" | "bad" | "warning";
  width?: number;
  height?: number;
}

/** A small line without axes, for rows and tiles. A gap breaks the line. */
export function Sparkline({ label, values, tone = "plain", width = 110, height = 24 }: SparklineProps) {
  const top = Math.max(...values.map((value) => value ?? 0));
  const path = linePath(values, top, width, height);
  return (
    <svg
      className={classes.line}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      <path d={path} />
    </svg>
  );
}

const edge = 1.5;

function linePath(values: readonly (number | null)[], top: number, width: number, height: number): string {
  const across = values.length > 1 ? width / (values.length - 1) : 0;
  let path = "";
  let drawing = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      drawing = false;
      continue;
    }
    const y = top > 0 ? height - edge - (value / top) * (height - 2 * edge) : height - edge;
    path += `${drawing ? "L" : "M"}${(index * across).toFixed(1)} ${y.toFixed(1)}`;
    drawing = true;
  }
  return path;
}
