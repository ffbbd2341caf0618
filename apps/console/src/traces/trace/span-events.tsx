import type { Span } from "@opsplane/contract";
import { Copy } from "../../ui/trace-id.tsx";
import { durationText } from "../search/chips.ts";
import classes from "./panel.module.css";

type SpanEvent = Span["events"][number];

/** The events of a span. An exception shows its type, its message and its stack trace. */
export function EventList({ events, start }: { events: readonly SpanEvent[]; start: number }) {
  return (
    <ul className={classes.events}>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity, and their order is fixed
        <li key={index}>
          <div className={classes.eventHead}>
            <b>{event.name}</b>
            <span className="dim">after {durationText(Math.max(0, Date.parse(event.ts) - start))}</span>
          </div>
          <EventBody event={event} />
        </li>
      ))}
    </ul>
  );
}

const exceptionNames = ["exception.type", "exception.message", "exception.stacktrace"];

function EventBody({ event: { attributes } }: { event: SpanEvent }) {
  const [type = "", message = "", stack = ""] = exceptionNames.map((name) => attributes[name]);
  const others = Object.entries(attributes).filter(([name]) => !exceptionNames.includes(name));
  return (
    <>
      {type || message ? (
        <p className={classes.exception}>
          <b>{type}</b>
          {type && message ? ": " : null}
          {message}
        </p>
      ) : null}
      {stack ? <StackTrace stack={stack} /> : null}
      {others.map(([name, value]) => (
        <div key={name} className={classes.pair}>
          <span className="dim">{name}</span> {value}
        </div>
      ))}
    </>
  );
}

/** Frames of libraries are dimmed, so that those of the program stand out. */
function StackTrace({ stack }: { stack: string }) {
  return (
    <div className={classes.stack}>
      <Copy text={stack} what="stack trace" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard */}
      <pre tabIndex={0}>
        {stack.split("\n").map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and their order is fixed
          <span key={index} className={isLibrary(frame) ? "dim" : ""}>
            {frame}
            {"\n"}
          </span>
        ))}
      </pre>
    </div>
  );
}

const library = /node_modules|node:internal|site-packages|\/usr\/lib|\b(java|javax|jdk|sun|org\.springframework)\./;

function isLibrary(frame: string): boolean {
  return library.test(frame);
}
