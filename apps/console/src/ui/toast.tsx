import { notifications } from "@mantine/notifications";
import { ApiError } from "@opsplane/contract";
import { TraceId } from "./trace-id.tsx";

const frame = { withBorder: true, closeButtonProps: { "aria-label": "Dismiss message" } };

export function toastNote(message: string) {
  notifications.show({ message, color: "gray", autoClose: 6000, ...frame });
}

export function toastDone(message: string) {
  notifications.show({ message, color: "teal", autoClose: 3500, ...frame });
}

/** Shows the server's message with a trace id to copy. */
export function toastError(error: unknown, title = "Something went wrong") {
  const known = error instanceof ApiError;
  const details = known ? error.details.map(({ path, message }) => `${path.replace(/^\//, "")}: ${message}`) : [];
  notifications.show({
    title,
    message: (
      <>
        {error instanceof Error ? error.message : String(error)}
        {details.length > 0 ? <div className="dim">{details.join("; ")}</div> : null}
        <TraceId id={known ? error.traceId : ""} />
      </>
    ),
    color: "red",
    autoClose: 12_000,
    ...frame,
  });
}
