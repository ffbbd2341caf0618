import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconAlertTriangle, IconUpload, IconX } from "@tabler/icons-react";
import { byteText } from "../quantity.ts";
import classes from "./attachments.module.css";
import type { Upload } from "./upload-queue.ts";

interface UploadLineProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

export function UploadLine({ upload, onRetry, onRemove }: UploadLineProps) {
  const { name, size, state, sent, error } = upload;
  const failed = state === "failed";
  const StateIcon = failed ? IconAlertTriangle : IconUpload;
  return (
    <li className={classes.line}>
      <StateIcon size={16} className={classes.icon} data-failed={failed || undefined} aria-hidden="true" />
      <div className={classes.text}>
        <span className={classes.wrap}>{name}</span>
        {failed ? (
          <span className={classes.problem} role="alert">
            {error}
          </span>
        ) : (
          <span className={classes.facts}>
            {state === "sending" ? (
              <Progress className={classes.progress} size="sm" value={sent * 100} aria-label={`Upload of ${name}`} />
            ) : null}
            <span>{state === "waiting" ? "Waiting" : progressText(sent, size)}</span>
          </span>
        )}
      </div>
      {failed ? (
        <Button size="compact-xs" variant="default" onClick={onRetry} aria-label={`Retry ${name}`}>
          Retry
        </Button>
      ) : null}
      <ActionIcon
        size={26}
        variant="subtle"
        aria-label={failed ? `Dismiss ${name}` : `Cancel the upload of ${name}`}
        onClick={onRemove}
      >
        <IconX size={15} />
      </ActionIcon>
    </li>
  );
}

function progressText(sent: number, size: number): string {
  return sent >= 1 ? "Storing…" : `${Math.floor(sent * 100)}% of ${byteText(size)}`;
}
