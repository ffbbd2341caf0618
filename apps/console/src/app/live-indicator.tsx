import { Tooltip } from "@mantine/core";
import { useLiveStatus } from "../live/live.tsx";
import type { LiveStatus } from "../live/stream.ts";
import classes from "./live-indicator.module.css";

const words: Record<LiveStatus, { word: string; tip: string }> = {
  connecting: { word: "Connecting", tip: "Opening the live connection" },
  live: { word: "Live", tip: "Changes appear by themselves" },
  reconnecting: { word: "Reconnecting", tip: "The live connection broke; what you see may be old until it is back" },
};

export function LiveIndicator() {
  const status = useLiveStatus();
  return (
    <Tooltip label={words[status].tip}>
      <span className={classes.live} data-status={status} role="status">
        <span className={classes.dot} aria-hidden="true" />
        <span className={classes.word}>{words[status].word}</span>
      </span>
    </Tooltip>
  );
}
