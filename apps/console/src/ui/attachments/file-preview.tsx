import { Button, Group, Modal } from "@mantine/core";
import type { StoredFile } from "@opsplane/contract";
import { useEffect, useState } from "react";
import classes from "./attachments.module.css";

interface FilePreviewProps {
  file: StoredFile;
  load: (file: StoredFile) => Promise<Blob>;
  onDownload: (file: StoredFile) => void;
  onClose: () => void;
}

/** Shows an image that the session loaded: an address in the page would not carry its token. */
export function FilePreview({ file, load, onDownload, onClose }: FilePreviewProps) {
  const [shown, setShown] = useState<{ url: string } | { problem: string }>();
  useEffect(() => {
    let url = "";
    let closed = false;
    load(file).then(
      (content) => {
        if (closed) return;
        url = URL.createObjectURL(content);
        setShown({ url });
      },
      (cause: unknown) => setShown({ problem: cause instanceof Error ? cause.message : "The image can't be loaded." }),
    );
    return () => {
      closed = true;
      URL.revokeObjectURL(url);
    };
  }, [file, load]);
  return (
    <Modal opened onClose={onClose} title={<span className={classes.wrap}>{file.name}</span>} size="auto">
      {shown === undefined ? <p className="dim">Loading…</p> : null}
      {shown && "problem" in shown ? <p role="alert">{shown.problem}</p> : null}
      {shown && "url" in shown ? (
        <img
          className={classes.image}
          src={shown.url}
          alt={file.name}
          onError={() => setShown({ problem: "This image can't be shown. Download it instead." })}
        />
      ) : null}
      <Group justify="flex-end" mt="md">
        <Button size="sm" variant="default" onClick={() => onDownload(file)}>
          Download
        </Button>
      </Group>
    </Modal>
  );
}
