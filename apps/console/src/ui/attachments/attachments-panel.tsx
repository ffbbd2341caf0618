import { Button, FileButton } from "@mantine/core";
import type { StoredFile } from "@opsplane/contract";
import { IconPaperclip } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { AskDialog } from "../ask-dialog.tsx";
import { Panel } from "../panel.tsx";
import { type Loadable, QueryFace } from "../query-face.tsx";
import classes from "./attachments.module.css";
import { FileLine, isImage } from "./file-line.tsx";
import { FilePreview } from "./file-preview.tsx";
import { useDrop, usePaste } from "./incoming-files.ts";
import { UploadLine } from "./upload-line.tsx";
import type { UploadQueue } from "./upload-queue.ts";

interface AttachmentsPanelProps {
  files: Loadable<readonly StoredFile[]>;
  /** Absent for people who may only read. */
  changes?: { queue: UploadQueue; onDelete: (file: StoredFile) => void } | undefined;
  load: (file: StoredFile) => Promise<Blob>;
  onDownload: (file: StoredFile) => void;
}

/** The files of a record. Who may write can choose, drop or paste further ones. */
export function AttachmentsPanel({ files, changes, load, onDownload }: AttachmentsPanelProps) {
  const [shown, setShown] = useState<StoredFile>();
  const [doomed, setDoomed] = useState<StoredFile>();
  const take = changes?.queue.add;
  const { over, handlers } = useDrop(take);
  usePaste(take);
  return (
    <div className={classes.zone} data-over={over || undefined} {...handlers}>
      <Panel title="Attachments" action={take ? <ChooseButton onChoose={take} /> : null}>
        <QueryFace query={files} loading={<span className="dim">Loading…</span>}>
          {(found) => (
            <>
              {found.length === 0 ? null : (
                <ul className={classes.list} aria-label="Attachments">
                  {found.map((file) => (
                    <FileLine
                      key={file.id}
                      file={file}
                      onOpen={() => (isImage(file) ? setShown(file) : onDownload(file))}
                      onDownload={() => onDownload(file)}
                      onDelete={changes ? () => setDoomed(file) : undefined}
                    />
                  ))}
                </ul>
              )}
              {changes ? <Uploads queue={changes.queue} /> : null}
              {changes ? <p className={classes.hint}>Drop files here, or paste a screenshot.</p> : null}
              {!changes && found.length === 0 ? <span className="dim">No attachments.</span> : null}
            </>
          )}
        </QueryFace>
      </Panel>
      {shown ? (
        <FilePreview file={shown} load={load} onDownload={onDownload} onClose={() => setShown(undefined)} />
      ) : null}
      <AskDialog
        opened={doomed !== undefined}
        title="Delete this attachment?"
        confirm="Delete attachment"
        onConfirm={() => doomed && changes?.onDelete(doomed)}
        onClose={() => setDoomed(undefined)}
      >
        <span className={classes.wrap}>{doomed?.name}</span> is deleted for everyone and cannot be restored.
      </AskDialog>
    </div>
  );
}

function ChooseButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  return (
    <FileButton multiple onChange={onChoose} inputProps={{ "aria-label": "Files to attach" }}>
      {(button) => (
        <Button {...button} size="compact-xs" variant="subtle" color="gray" leftSection={<IconPaperclip size={14} />}>
          Attach files
        </Button>
      )}
    </FileButton>
  );
}

function Uploads({ queue }: { queue: UploadQueue }) {
  const uploads = useSyncExternalStore(queue.subscribe, queue.list);
  const running = uploads.some(({ state }) => state !== "failed");
  useEffect(() => {
    if (!running) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [running]);
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadLine
          key={upload.key}
          upload={upload}
          onRetry={() => queue.retry(upload.key)}
          onRemove={() => queue.remove(upload.key)}
        />
      ))}
    </ul>
  );
}
