import type { Core, FeatureOf } from "../core.ts";
import { openAnnouncer } from "./announcer.ts";
import { liveStreams } from "./handlers.ts";
import { openHub } from "./hub.ts";

/** Streams events to connected clients. */
export function openLive({
  config,
  database,
  signals,
  clock,
  log,
  metrics,
  currentPrincipal,
}: Core): FeatureOf<"events"> {
  const hub = openHub(database.system, signals, clock, log);
  const streams = liveStreams(hub, currentPrincipal, config.eventStreams);
  metrics.gauge("opsplane_live_streams", "Open live streams", () => hub.subscribers());
  return {
    handlers: { events: streams.handlers },
    onCommitted: openAnnouncer(database, hub),
    onRevoked: streams.recheck,
    beforeClose: streams.close,
    close: () => hub.close(),
  };
}
