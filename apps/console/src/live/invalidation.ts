import type { EventType, LiveEvent } from "@opsplane/contract";
import type { QueryClient, QueryFilters } from "@tanstack/react-query";

type Stale = (event: LiveEvent) => QueryFilters[];

const incidentChanged: Stale = ({ subject_id }) => [
  { queryKey: ["incidents", "page"] },
  { queryKey: ["incidents", "timeline", subject_id] },
  {
    queryKey: ["incidents", "one"],
    predicate: ({ state }) => state.data === undefined || hasId(state.data, subject_id),
  },
];
/** What shows incidents and changes beside configuration items. */
const around: QueryFilters[] = [{ queryKey: ["cmdb"] }];
const changeChanged: Stale = () => [{ queryKey: ["changes"] }, ...around];
const requestChanged: Stale = () => [{ queryKey: ["requests"] }];
const approvalChanged: Stale = () => [{ queryKey: ["approvals"] }];
const people: QueryFilters[] = [{ queryKey: ["users"] }, { queryKey: ["directory"] }, { queryKey: ["profile"] }];

/** Which cached answers an event makes stale. */
const staleAfter: Record<EventType, Stale> = {
  "incident.created": (event) => [...incidentChanged(event), { queryKey: ["incidents", "any"] }, ...around],
  "incident.updated": (event) => [...incidentChanged(event), ...around],
  "incident.noted": ({ subject_id }) => [{ queryKey: ["incidents", "timeline", subject_id] }],
  "ci.created": () => around,
  "ci.updated": () => around,
  "ci.removed": () => around,
  "ci.related": () => around,
  "ci_class.updated": () => around,
  "change.created": changeChanged,
  "change.updated": changeChanged,
  "change.commented": ({ subject_id }) => [{ queryKey: ["changes", "timeline", subject_id] }],
  "catalog.updated": () => [{ queryKey: ["catalog"] }],
  "request.created": requestChanged,
  "request.updated": requestChanged,
  "request.approved": requestChanged,
  "request.fulfillment": requestChanged,
  "request.breached": requestChanged,
  "request.commented": ({ subject_id }) => [{ queryKey: ["requests", "timeline", subject_id] }],
  "definition.updated": () => [{ queryKey: ["definitions"] }, { queryKey: ["catalog"] }],
  "approval.turn": approvalChanged,
  "approval.updated": approvalChanged,
  "approval.settled": approvalChanged,
  "approval.blocked": approvalChanged,
  "user.invited": () => people,
  "user.updated": () => people,
  "group.updated": () => [{ queryKey: ["groups"] }],
  "role.updated": () => [{ queryKey: ["roles"] }, { queryKey: ["profile"] }],
  "api_key.updated": () => [{ queryKey: ["api-keys"] }],
  "collector.updated": () => [{ queryKey: ["collectors"] }],
  "telemetry.updated": () => [{ queryKey: ["telemetry-settings"] }],
};

const restMs = 800;

/** Applies events at once, but a storm of them at most about once a second. */
export function createInvalidator(client: QueryClient) {
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFlush = 0;

  function flush() {
    timer = undefined;
    lastFlush = Date.now();
    const distinct = new Map(waiting.map((event) => [`${event.type} ${event.subject_id}`, event]));
    waiting = [];
    for (const event of distinct.values()) {
      for (const filters of staleAfter[event.type]?.(event) ?? []) askAgain(client, filters);
    }
  }

  return {
    event(event: LiveEvent) {
      waiting.push(event);
      timer ??= setTimeout(flush, Math.max(0, lastFlush + restMs - Date.now()));
    },
    everything() {
      askAgain(client, {});
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/**
 * A first answer that is still on its way may have been read before the change, and the cache would take it as fresh: it is asked
 * for again once it is there.
 */
function askAgain(client: QueryClient, filters: QueryFilters) {
  const underway = client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  for (const { state, promise, queryKey } of underway) {
    if (state.data !== undefined || !promise) continue;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    void promise.then(again, again);
  }
  void client.invalidateQueries(filters);
}

function hasId(data: unknown, id: string): boolean {
  return typeof data === "object" && data !== null && "id" in data && data.id === id;
}
