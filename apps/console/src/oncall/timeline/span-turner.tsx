import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Day } from "../../time/days.ts";
import { type Span, type SpanKind, spanKinds, spanWords, turned } from "./span.ts";
import classes from "./span-turner.module.css";

interface SpanTurnerProps {
  span: Span;
  timezone: string;
  /** Undefined goes to today. */
  onTurn: (at: Day | undefined) => void;
  onKind: (kind: SpanKind) => void;
  children?: ReactNode;
}

/** Moves a timeline through time, and says in which timezone it is. */
export function SpanTurner({ span, timezone, onTurn, onKind, children }: SpanTurnerProps) {
  return (
    <div className={classes.turner}>
      <Group gap={4} wrap="nowrap">
        <Tooltip label="Previous">
          <ActionIcon size={30} variant="default" aria-label="Previous" onClick={() => onTurn(turned(span, -1))}>
            <IconChevronLeft size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Next">
          <ActionIcon size={30} variant="default" aria-label="Next" onClick={() => onTurn(turned(span, 1))}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Tooltip>
        <Button variant="default" onClick={() => onTurn(undefined)}>
          Today
        </Button>
      </Group>
      <div className={classes.title}>
        <span aria-live="polite">{span.title}</span> <span className="dim">Times in {timezone}</span>
      </div>
      {children}
      <SegmentedControl
        aria-label="Span"
        data={spanKinds.map((value) => ({ value, label: spanWords[value] }))}
        value={span.kind}
        onChange={(value) => onKind(spanKinds.find((each) => each === value) ?? span.kind)}
      />
    </div>
  );
}
