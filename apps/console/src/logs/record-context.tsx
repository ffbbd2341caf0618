import { Button, UnstyledButton } from "@mantine/core";
import type { LogRecord } from "@opsplane/contract";
import { useState } from "react";
import { logTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { useLogContext } from "./queries.ts";
import classes from "./record-panel.module.css";

const firstLines = 10;
const maxLines = 200;

/** The lines of the same service and host before and after a record. */
export function RecordContext({ record, onOpen }: { record: LogRecord; onOpen: (id: string) => void }) {
  const { mode } = useClock();
  const [lines, setLines] = useState(firstLines);
  const around = useLogContext(record.id, lines);
  return (
    <QueryFace query={around}>
      {({ before, record: middle, after }) => (
        <>
          <ol className={classes.lines} aria-label="Lines around this record">
            {[...before, middle, ...after].map(({ id, timestamp, level, message }) => (
              <li key={id}>
                <UnstyledButton
                  className={classes.around ?? ""}
                  data-level={level}
                  aria-current={id === record.id}
                  onClick={() => onOpen(id)}
                >
                  <time dateTime={timestamp}>{logTime(timestamp, mode).slice(6)}</time>
                  <span>{message}</span>
                </UnstyledButton>
              </li>
            ))}
          </ol>
          {lines < maxLines ? (
            <Button mt={8} variant="default" loading={around.isFetching} onClick={() => setLines(lines * 3)}>
              Show more lines
            </Button>
          ) : null}
        </>
      )}
    </QueryFace>
  );
}
