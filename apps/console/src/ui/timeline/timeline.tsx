import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "../panel.tsx";
import { QueryFace } from "../query-face.tsx";
import type { useTimelinePages } from "./queries.ts";
import classes from "./timeline.module.css";
import { type Entry, type Telling, TimelineItem } from "./timeline-item.tsx";

interface TimelineProps<E extends Entry> {
  timeline: ReturnType<typeof useTimelinePages<E>>;
  tell: (entry: E) => Telling;
  /** Where one writes, for those who may. */
  form?: ReactNode;
}

/** What happened, newest first, so that the latest is in sight while work goes on. */
export function Timeline<E extends Entry>({ timeline, tell, form }: TimelineProps<E>) {
  return (
    <Panel title="Timeline">
      {form}
      <QueryFace query={timeline}>
        {({ pages }) => (
          <>
            {timeline.hasNextPage ? (
              <Button
                variant="default"
                mt="sm"
                loading={timeline.isFetchingNextPage}
                onClick={() => void timeline.fetchNextPage()}
              >
                Load newer entries
              </Button>
            ) : null}
            <ol className={classes.list} aria-label="Timeline, newest first">
              {pages
                .flatMap(({ items }) => items)
                .reverse()
                .map((entry) => (
                  <TimelineItem key={entry.id} entry={entry} telling={tell(entry)} />
                ))}
            </ol>
          </>
        )}
      </QueryFace>
    </Panel>
  );
}
