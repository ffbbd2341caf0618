import { Tooltip } from "@mantine/core";
import { useConnection } from "../live/live.tsx";
import type { LiveStatus } from "../live/stream.ts";
import classes from "./live-indicator.module.css";

const words: Record<LiveStatus, { word: string; tip: string }> = {
  connecting: { word: "Connecting", tip: "Connecting to live updates" },
  live: { word: "Live", tip: "Live updates are on" },
  // The banner across the page has the details.
  reconnecting: { word: "Connecting", tip: "Live updates paused. Data may be out of date." },
};

export function LiveIndicator() {
  const { status } = useConnection();
  return (
    <Tooltip label={words[status].tip}>
      <span className={classes.live} data-status={status} role="status">
        <span className={classes.dot} aria-hidden="true" />
        <span className={classes.word}>{words[status].word}</span>
      </span>
    </Tooltip>
  );
}
