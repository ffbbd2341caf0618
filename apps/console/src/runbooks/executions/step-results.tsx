import type { RunStep } from "@opsplane/contract";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { tookText } from "../../time/took.ts";
import { Copy } from "../../ui/trace-id.tsx";
import classes from "./timeline.module.css";

/** Of a dry run: the exact command, request or message. */
export function Preview({ step }: { step: RunStep }) {
  if (!step.preview) return null;
  return (
    <div className={classes.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre tabIndex={0}>{step.preview}</pre>
      <Copy text={step.preview} what="text" />
    </div>
  );
}

/** Of a dry run: what was checked. */
export function Checks({ step }: { step: RunStep }) {
  if (step.checks.length === 0) return null;
  return (
    <ul className={classes.checks} aria-label={`Checks of ${step.title}`}>
      {step.checks.map(({ name, ok, message }) => (
        <li key={name + message} data-ok={ok}>
          {ok ? <IconCircleCheck size={15} aria-label="OK" /> : <IconCircleX size={15} aria-label="Not OK" />}
          <span>
            <b>{name}</b> {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The results of a command on each host. One host without an error needs no list. */
export function TargetResults({ step: { targets, title } }: { step: RunStep }) {
  if (targets.length === 0) return null;
  return (
    <ul className={classes.checks} aria-label={`Hosts of ${title}`}>
      {targets.map(({ name, status, exit_code, error, duration_ms }) => (
        <li key={name} data-ok={status === "succeeded"}>
          {status === "succeeded" ? (
            <IconCircleCheck size={15} aria-label="Succeeded" />
          ) : (
            <IconCircleX size={15} aria-label="Failed" />
          )}
          <span>
            <b>{name}</b>{" "}
            <span className="dim">
              {exit_code === null ? "" : `exit code ${exit_code}, `}
              {tookText(duration_ms)}
            </span>
            {error ? <div>{error}</div> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
