import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import { logQueryOf, namesOf } from "../interpolate.ts";
import { rangeOf, type View } from "../view.ts";

const maxMessage = 1000;

export async function readLogList(
  { q, level, service, limit = 20 }: WidgetOptions<"log_list">,
  view: View,
): Promise<WidgetData<"log_list">> {
  const search = await logQueryOf(q, view);
  const services = await namesOf(service, view);
  const { items } = await view.reads.logs.list({
    query: {
      ...{ ...rangeOf(view), limit },
      ...(search ? { q: search } : {}),
      ...(level && level.length > 0 ? { level } : {}),
      ...(services ? { service: services } : {}),
    },
  });
  return {
    records: items.map(({ id, timestamp, level: of, service: from, message }) => ({
      ...{ id, timestamp, level: of, service: from },
      message: message.slice(0, maxMessage),
    })),
  };
}
