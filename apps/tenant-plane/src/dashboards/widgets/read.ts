import type { ChosenValues, DashboardData, DashboardMarker, Widget } from "@opsplane/contract";
import { type dashboardParts, maxRangeMs } from "@opsplane/contract";
import { Failure, fail, type Log } from "@opsplane/runtime";
import { readWidget } from "./kinds/index.ts";
import { resolveVariables } from "./variables.ts";
import { rangeOf, type Shown, type View } from "./view.ts";

export interface DataRequest {
  shown: Shown;
  range: { from: Date; to: Date };
  given: ChosenValues;
  include: readonly (typeof dashboardParts)[number][];
  /** Only these widgets. */
  widgets: readonly string[] | undefined;
  points: number;
  /** A public link: only values that the dashboard offers, and no word about the permissions of its creator. */
  isPublic: boolean;
}

/** Widgets that are read at once for one request. */
const atOnce = 4;
const maxMarkers = 20;

/** Reads the data of a dashboard, for signed-in people, for the editor's preview and for public links alike. */
export async function readDashboard(
  { shown, range, given, include, widgets, points, isPublic }: DataRequest,
  access: Pick<View, "reads" | "now">,
  log: Log,
): Promise<DashboardData> {
  assertRange(range);
  const base = { ...access, ...range, points };
  const { chosen, states, offered } = await resolveVariables(shown.variables, given, base, {
    withOptions: include.includes("variables"),
    onlyOffered: isPublic,
  });
  const view: View = { ...base, chosen, offered };
  const wanted = include.includes("widgets")
    ? shown.widgets.filter(({ id }) => widgets === undefined || widgets.includes(id))
    : [];
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    widgets: await eachOf(wanted, (widget) => outcomeOf(widget, view, isPublic, log)),
    variables: include.includes("variables") ? states : [],
    markers: include.includes("markers") ? await markersOf(shown, view) : [],
  };
}

function assertRange({ from, to }: DataRequest["range"]): void {
  if (to.getTime() - from.getTime() > maxRangeMs) fail("VALIDATION_ERROR", "The time range is longer than 366 days.");
  if (to <= from) fail("VALIDATION_ERROR", "The time range is empty: from must be before to.");
}

type Outcome = DashboardData["widgets"][number];

/** A widget that fails has an error, and the others still have data. */
async function outcomeOf(widget: Widget, view: View, isPublic: boolean, log: Log): Promise<Outcome> {
  const { id } = widget;
  try {
    return { id, data: await readWidget(widget, view), error: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "ERROR") {
      log.error({ err: error, widget: id }, "a widget could not be read");
      return { id, data: null, error: { code: "ERROR", message: "The data could not be read. Try again." } };
    }
    // The reader disconnected.
    if (error.status === 499) throw error;
    const message = isPublic && error.code === "FORBIDDEN" ? "This is not shared." : error.message;
    return { id, data: null, error: { code: error.code, message } };
  }
}

/** Runs the work for all items, a few at a time, and keeps their order. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  return results;
}

/** Incidents that began and changes that started in the range. Those that the reader cannot see are left out. */
async function markersOf({ markers }: Shown, view: View): Promise<DashboardMarker[]> {
  const query = { ...rangeOf(view), limit: maxMarkers };
  const [incidents, changes] = await Promise.all([
    markers.incidents ? allowed(() => view.reads.incidents.list({ query })) : [],
    markers.changes ? allowed(() => view.reads.changes.list({ query })) : [],
  ]);
  return [
    ...incidents.map(({ created_at, reference, title }): DashboardMarker => {
      return { kind: "incident", at: created_at, reference, title };
    }),
    ...changes.flatMap(({ actual_start, requested_start, reference, title }): DashboardMarker[] => {
      const at = actual_start ?? requested_start;
      return at ? [{ kind: "change", at, reference, title }] : [];
    }),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

async function allowed<T>(read: () => Promise<{ items: T[] }>): Promise<T[]> {
  try {
    return (await read()).items;
  } catch (error) {
    if (error instanceof Failure && (error.code === "FORBIDDEN" || error.code === "FEATURE_DISABLED")) return [];
    throw error;
  }
}
