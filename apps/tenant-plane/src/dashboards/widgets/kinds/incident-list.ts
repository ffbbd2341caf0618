import { openIncidentStatuses, type WidgetData, type WidgetOptions } from "@opsplane/contract";
import { rangeOf, type View } from "../view.ts";

export async function readIncidentList(
  { status, severity, in_range = false, limit = 20 }: WidgetOptions<"incident_list">,
  view: View,
): Promise<WidgetData<"incident_list">> {
  const { items, total } = await view.reads.incidents.list({
    query: {
      ...{ limit, status: [...(status && status.length > 0 ? status : openIncidentStatuses)] },
      ...(severity && severity.length > 0 ? { severity } : {}),
      ...(in_range ? rangeOf(view) : {}),
    },
  });
  return {
    // Names without addresses, because a public link may show them.
    incidents: items.map(({ reference, title, severity: of, status: now, assignee, created_at }) => ({
      ...{ reference, title, severity: of, status: now, created_at },
      assignee: assignee?.name ?? null,
    })),
    total,
  };
}
