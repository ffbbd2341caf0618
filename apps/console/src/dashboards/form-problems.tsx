import { Alert } from "@mantine/core";
import type { ErrorDetail } from "@opsplane/contract";
import classes from "./dashboards.module.css";

/** Everything that is wrong, with the place of each problem. */
export function FormProblems({ problems }: { problems: readonly ErrorDetail[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" variant="light" p="sm" role="alert" title="This can't be saved">
      <ul className={classes.problems}>
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <span className="mono">{path}</span> {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
