import { Alert } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import { TraceId } from "./trace-id.tsx";

/** The server's message about a form, and the details that the message does not contain. */
export function FormProblem({ error }: { error: ApiError | null }) {
  if (!error) return null;
  const details = error.details.filter(({ message }) => !error.message.includes(message));
  return (
    <Alert color="red" variant="light" p="sm" role="alert">
      {error.message}
      {details.length > 0 ? (
        <ul style={{ margin: "4px 0 0", paddingLeft: 18 }}>
          {details.map(({ path, message }) => (
            <li key={path + message}>
              {path.split("/").filter(Boolean).at(-1)}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      <TraceId id={error.traceId} />
    </Alert>
  );
}
