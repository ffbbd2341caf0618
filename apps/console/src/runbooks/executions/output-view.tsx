import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { Copy } from "../../ui/trace-id.tsx";
import { hasSeveralTargets, type StepOutput, textOf } from "./output.ts";
import classes from "./output-view.module.css";

interface OutputViewProps {
  /** The title of the step. */
  label: string;
  output: StepOutput;
  /** New lines can arrive. */
  live: boolean;
}

const lineHeight = 18;

/** What a step wrote. Only visible lines exist. It follows the end until a person scrolls up. */
export function OutputView({ label, output: { lines, dropped }, live }: OutputViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(live);
  const several = useMemo(() => hasSeveralTargets(lines), [lines]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what scrolls
  useEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follows, lines]);
  const shown = rows.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <span>Output</span>
        {dropped > 0 ? <span>{dropped.toLocaleString("en")} earlier lines are not shown</span> : null}
        <span className={classes.tools}>
          {live ? (
            <Tooltip label={follows ? "Pause following" : "Follow new lines"}>
              <ActionIcon
                size="sm"
                aria-label={follows ? `Pause following of ${label}` : `Follow new lines of ${label}`}
                onClick={() => setFollows(!follows)}
              >
                {follows ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
              </ActionIcon>
            </Tooltip>
          ) : null}
          <Copy text={textOf(lines)} what={`output of ${label}`} />
        </span>
      </div>
      <div
        ref={box}
        className={classes.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Output of ${label}`}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          const atEnd = scrollHeight - scrollTop - clientHeight < 2 * lineHeight;
          if (live && atEnd !== follows) setFollows(atEnd);
        }}
      >
        <div className={classes.canvas} style={{ paddingTop: before, paddingBottom: after }}>
          {shown.map(({ index }) => {
            const line = lines[index];
            return line ? (
              <div key={line.key} className={classes.line} data-stream={line.stream}>
                {several && line.target ? <span className={classes.target}>{line.target}</span> : null}
                {line.text || " "}
              </div>
            ) : null;
          })}
        </div>
      </div>
      {live && !follows ? (
        <Button size="compact-xs" variant="default" className={classes.jump ?? ""} onClick={() => setFollows(true)}>
          Paused. Follow new lines
        </Button>
      ) : null}
    </div>
  );
}
