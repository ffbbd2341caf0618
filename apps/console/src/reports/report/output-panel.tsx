import { ActionIcon, Button, Group } from "@mantine/core";
import type { Report, ReportFormat } from "@opsplane/contract";
import { IconDownload, IconFileOff, IconPrinter, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { Face } from "../../ui/faces.tsx";
import { Panel } from "../../ui/panel.tsx";
import { byteText } from "../../ui/quantity.ts";
import { QueryFace } from "../../ui/query-face.tsx";
import { framed } from "../framed.ts";
import { reportKeys, useOutput } from "../queries.ts";
import { outputName } from "../words.ts";
import classes from "./report.module.css";

interface OutputPanelProps {
  report: Report;
  runId: string;
  onClose: () => void;
}

interface Output {
  file: Blob;
  format: ReportFormat | undefined;
}

/** What a run has written. HTML is shown as a page, the other formats as text. */
export function OutputPanel({ report, runId, onClose }: OutputPanelProps) {
  const output = useOutput(report.id, runId);
  const frame = useRef<HTMLIFrameElement>(null);
  const format = output.data?.format;
  return (
    <Panel
      title="Output"
      action={
        <Group gap={4} wrap="nowrap">
          {output.data && format ? <DownloadButton {...output.data} reportId={report.id} format={format} /> : null}
          {format === "HTML" ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPrinter size={13} />}
              onClick={() => frame.current?.contentWindow?.print()}
            >
              Print or PDF
            </Button>
          ) : null}
          <ActionIcon size={26} aria-label="Close output" onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        </Group>
      }
    >
      {output.error?.status === 404 ? (
        <Face icon={<IconFileOff size={20} />} title="No output">
          {output.error.message}
        </Face>
      ) : (
        <QueryFace query={output}>
          {(found) =>
            found.format === "HTML" ? (
              <PageOutput {...found} runId={runId} reportId={report.id} name={report.name} frame={frame} />
            ) : (
              <TextOutput {...found} runId={runId} reportId={report.id} />
            )
          }
        </QueryFace>
      )}
    </Panel>
  );
}

function DownloadButton({ file, format, reportId }: { file: Blob; format: ReportFormat; reportId: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={13} />}
      onClick={() => saveAs(file, outputName(reportId, format))}
    >
      Download
    </Button>
  );
}

interface ShownProps extends Output {
  reportId: string;
  runId: string;
}

interface PageOutputProps extends ShownProps {
  name: string;
  frame: RefObject<HTMLIFrameElement | null>;
}

/** The same origin and dialogs are allowed only for printing. Scripts are not, so the document can use neither. */
function PageOutput({ file, reportId, runId, name, frame }: PageOutputProps) {
  const html = useText(file, reportId, runId, file.size);
  return (
    <QueryFace query={html}>
      {(text) => (
        <iframe
          ref={frame}
          className={classes.frame}
          title={`Output of ${name}`}
          sandbox="allow-same-origin allow-modals"
          srcDoc={framed(text)}
        />
      )}
    </QueryFace>
  );
}

/** A browser takes long to lay out more text than this. */
const maxShown = 500_000;

function TextOutput({ file, reportId, runId, format }: ShownProps) {
  const text = useText(file, reportId, runId, maxShown);
  return (
    <QueryFace query={text}>
      {(shown) => (
        <>
          {file.size > maxShown ? (
            <p className={classes.none}>
              The first {byteText(maxShown)} of {byteText(file.size)}. Download the file to see all of it.
            </p>
          ) : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the focus */}
          <section className={classes.text} tabIndex={0} aria-label={`${format ?? "Text"} output`}>
            <pre>{shown}</pre>
          </section>
        </>
      )}
    </QueryFace>
  );
}

function useText(file: Blob, reportId: string, runId: string, bytes: number) {
  return useQuery({
    queryKey: [...reportKeys.output(reportId, runId), "text", bytes],
    queryFn: () => file.slice(0, bytes).text(),
    staleTime: Number.POSITIVE_INFINITY,
    // The file is kept already.
    gcTime: 0,
  });
}
