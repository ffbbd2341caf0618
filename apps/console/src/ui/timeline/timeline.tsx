import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "../panel.tsx";
import { QueryFace } from "../query-face.tsx";
import type { useTimelinePages } from "./queries.ts";
import classes from "./timeline.module.css";
import { type Entry, type EntryText, TimelineItem } from "./timeline-item.tsx";

interface TimelineProps<E extends Entry> {
  timeline: ReturnType<typeof useTimelinePages<E>>;
  describe: (entry: E) => EntryText;
  /** The form for a note, for those who can write one. */
  form?: ReactNode;
}

/** The activity, newest first, so that the latest stays in sight. */
export function Timeline<E extends Entry>({ timeline, describe, form }: TimelineProps<E>) {
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
                Show new activity
              </Button>
            ) : null}
            <ol className={classes.list} aria-label="Timeline, newest first">
              {pages
                .flatMap(({ items }) => items)
                .reverse()
                .map((entry) => (
                  <TimelineItem key={entry.id} entry={entry} text={describe(entry)} />
                ))}
            </ol>
          </>
        )}
      </QueryFace>
    </Panel>
  );
}
