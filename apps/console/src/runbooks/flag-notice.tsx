import { Alert } from "@mantine/core";
import type { Runbook } from "@opsplane/contract";
import { placeWords } from "./editor/problems.ts";
import classes from "./flag-notice.module.css";

/** Why steps of the published version would fail, with the remedy of each. */
export function FlagNotice({ runbook: { status, flags, published_version } }: { runbook: Runbook }) {
  if (status !== "published" || flags.length === 0) return null;
  return (
    <Alert
      className={classes.notice}
      color="red"
      variant="light"
      p="sm"
      title={`Version ${published_version} would fail`}
    >
      <ul className={classes.flags}>
        {flags.map(({ path, step, message, remedy }) => (
          <li key={path + message}>
            <b>{step || placeWords(path)}</b> <span>{message}</span> <span>{remedy}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
