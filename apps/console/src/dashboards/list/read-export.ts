import { type DashboardExport, dashboardSchemaVersion, type ErrorDetail, layoutProblems } from "@opsplane/contract";

interface ReadExport {
  /** Undefined when there are problems. */
  dashboard: DashboardExport | undefined;
  problems: ErrorDetail[];
}

/** Reads an exported dashboard. Everything that is wrong is named, so that the file can be corrected. */
export function readExport(text: string, now: Date): ReadExport {
  const parsed = parse(text);
  if (!isRecord(parsed)) return { dashboard: undefined, problems: [{ path: "file", message: "is not a JSON object" }] };
  const { schema_version, name, description = "", layout } = parsed;
  const problems: ErrorDetail[] = [];
  if (schema_version !== dashboardSchemaVersion)
    problems.push({ path: "schema_version", message: `must be ${dashboardSchemaVersion}` });
  if (typeof name !== "string" || name.trim() === "") problems.push({ path: "name", message: "is required" });
  if (typeof description !== "string") problems.push({ path: "description", message: "must be a text" });
  problems.push(...layoutProblems(layout, now));
  // The problems above cover every field.
  const dashboard = problems.length === 0 ? (parsed as DashboardExport) : undefined;
  return { dashboard, problems };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
