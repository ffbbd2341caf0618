import { useDebouncedValue } from "@mantine/hooks";
import { IconChecklist } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { Face } from "../../ui/faces.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { framed } from "../framed.ts";
import type { ReportFields } from "../mutations.ts";
import classes from "./editor.module.css";
import { previewOf, type ReportDraft } from "./report-draft.ts";

interface PreviewPanelProps {
  draft: ReportDraft;
  /** Without it there is nothing to show. */
  isComplete: boolean;
}

/** The report as it would be now. It follows the form. */
export function PreviewPanel({ draft, isComplete }: PreviewPanelProps) {
  return isComplete ? (
    <Preview fields={previewOf(draft)} />
  ) : (
    <Panel title="Preview">
      <Face icon={<IconChecklist size={20} />} title="Nothing to preview yet">
        Choose at least one data source and a valid period.
      </Face>
    </Panel>
  );
}

const restMs = 600;

function Preview({ fields }: { fields: ReportFields }) {
  const [asked] = useDebouncedValue(JSON.stringify(fields), restMs);
  const preview = usePreview(asked);
  const isLate = preview.isFetching || asked !== JSON.stringify(fields);
  return (
    <Panel
      title="Preview"
      action={
        <span className={classes.busy} role="status">
          {isLate ? "Updating…" : ""}
        </span>
      }
    >
      <QueryFace query={preview}>
        {(html) => (
          // Without permissions of its own, the document can neither run scripts nor reach the console.
          <iframe
            className={classes.frame}
            title="Preview of the report"
            sandbox=""
            srcDoc={framed(html)}
            aria-busy={isLate}
          />
        )}
      </QueryFace>
    </Panel>
  );
}

/** A request that another one replaces is cancelled, and with it the work of the server. */
function usePreview(asked: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["report-preview", asked],
    queryFn: async ({ signal }) => {
      const body: ReportFields = JSON.parse(asked);
      return (await api.reports.preview({ body }, { signal })).text();
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}
