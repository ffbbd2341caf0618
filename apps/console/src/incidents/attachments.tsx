import type { Incident, StoredFile } from "@opsplane/contract";
import { useCallback } from "react";
import { useApi } from "../api/api.tsx";
import { AttachmentsPanel } from "../ui/attachments/attachments-panel.tsx";
import { saveAs } from "../ui/attachments/save-as.ts";
import { toastError } from "../ui/toast.tsx";
import { useDeleteAttachment, useUploadQueue } from "./mutations.ts";
import { useAttachments } from "./queries.ts";

export function Attachments({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const api = useApi();
  const files = useAttachments(incident.id);
  const queue = useUploadQueue(incident);
  const remove = useDeleteAttachment(incident);
  const load = useCallback(
    ({ id }: StoredFile) => api.incidents.download({ params: { id: incident.id, file_id: id } }),
    [api, incident.id],
  );
  return (
    <AttachmentsPanel
      files={files}
      changes={mayWrite ? { queue, onDelete: ({ id }) => remove.mutate(id) } : undefined}
      load={load}
      onDownload={(file) =>
        void load(file).then(
          (content) => saveAs(content, file.name),
          (cause: unknown) => toastError(cause, `Couldn't download ${file.name}`),
        )
      }
    />
  );
}
