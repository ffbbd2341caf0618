import { Button } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { QueryFace } from "../ui/query-face.tsx";
import { NoteForm } from "./note-form.tsx";
import { Panel } from "./panel.tsx";
import { useTimeline } from "./queries.ts";
import classes from "./timeline.module.css";
import { TimelineItem } from "./timeline-item.tsx";

/** What happened, newest first, so that the latest is in sight while an incident runs. */
export function Timeline({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const timeline = useTimeline(incident.id);
  return (
    <Panel title="Timeline">
      {mayWrite ? <NoteForm incident={incident} /> : null}
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
                  <TimelineItem key={entry.id} entry={entry} />
                ))}
            </ol>
          </>
        )}
      </QueryFace>
    </Panel>
  );
}
