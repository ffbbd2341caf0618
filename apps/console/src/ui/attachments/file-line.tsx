import { ActionIcon, UnstyledButton } from "@mantine/core";
import type { StoredFile } from "@opsplane/contract";
import { IconDownload, IconFile, IconPhoto, IconTrash } from "@tabler/icons-react";
import { TimeText } from "../../time/time.tsx";
import { byteText } from "../quantity.ts";
import classes from "./attachments.module.css";

/** Only types that cannot contain scripts. */
const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export function isImage({ media_type }: StoredFile): boolean {
  return imageTypes.has(media_type);
}

interface FileLineProps {
  file: StoredFile;
  onOpen: () => void;
  onDownload: () => void;
  onDelete: (() => void) | undefined;
}

export function FileLine({ file, onOpen, onDownload, onDelete }: FileLineProps) {
  const KindIcon = isImage(file) ? IconPhoto : IconFile;
  return (
    <li className={classes.line}>
      <KindIcon size={16} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        <UnstyledButton className={classes.name} onClick={onOpen}>
          {file.name}
        </UnstyledButton>
        <span className={classes.facts}>
          <span>{byteText(file.size)}</span>
          <span className="truncate">{file.created_by}</span>
          <TimeText at={file.created_at} />
        </span>
      </div>
      <ActionIcon size={26} variant="subtle" aria-label={`Download ${file.name}`} onClick={onDownload}>
        <IconDownload size={15} />
      </ActionIcon>
      {onDelete ? (
        <ActionIcon size={26} variant="subtle" aria-label={`Delete ${file.name}`} onClick={onDelete}>
          <IconTrash size={15} />
        </ActionIcon>
      ) : null}
    </li>
  );
}
