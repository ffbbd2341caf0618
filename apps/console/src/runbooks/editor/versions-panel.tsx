import { Button, Modal, SegmentedControl } from "@mantine/core";
import type { Runbook, RunbookContent } from "@opsplane/contract";
import { useState } from "react";
import { TimeText } from "../../time/time.tsx";
import { differences } from "../../ui/differences.ts";
import { FieldDiff } from "../../ui/field-diff.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { ContentView } from "../content-view.tsx";
import { useVersions } from "../queries.ts";
import classes from "./editor.module.css";
import { flatContent } from "./flat-content.ts";

interface Version {
  version: number;
  comment: string;
  content: RunbookContent;
}

/** The published versions, newest first. Each opens with what it changed. */
export function VersionsPanel({ runbook }: { runbook: Runbook }) {
  const versions = useVersions(runbook.id);
  const [opened, setOpened] = useState<{ version: Version; before: Version | undefined }>();
  return (
    <Panel title="Versions">
      <QueryFace
        query={versions}
        loading={<span className="dim">Loading…</span>}
        isEmpty={({ total }) => total === 0}
        empty={<span className="dim">Not published yet.</span>}
      >
        {({ items }) => (
          <>
            <ol className={classes.versions} aria-label="Versions, newest first">
              {items.map((version, index) => (
                <li key={version.version}>
                  <div style={{ display: "flex", alignItems: "center", gap: 8 }}>
                    <b>Version {version.version}</b>
                    <span className="dim">
                      <TimeText at={version.created_at} />
                    </span>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      ml="auto"
                      aria-label={`View version ${version.version}`}
                      onClick={() => setOpened({ version, before: items[index + 1] })}
                    >
                      View
                    </Button>
                  </div>
                  {version.comment ? <div>{version.comment}</div> : null}
                  <div className="dim">by {version.published_by}</div>
                </li>
              ))}
            </ol>
            <MoreButton list={versions} />
          </>
        )}
      </QueryFace>
      {opened ? <VersionDialog {...opened} onClose={() => setOpened(undefined)} /> : null}
    </Panel>
  );
}

interface VersionDialogProps {
  version: Version;
  /** The version before it; undefined for the first one. */
  before: Version | undefined;
  onClose: () => void;
}

function VersionDialog({ version, before, onClose }: VersionDialogProps) {
  const [view, setView] = useState(before ? "Changes" : "Content");
  const changed = before ? differences(flatContent(before.content), flatContent(version.content)) : [];
  return (
    <Modal opened onClose={onClose} title={`Version ${version.version}`} size="xl">
      {before ? (
        <SegmentedControl mb="md" aria-label="Show" data={["Changes", "Content"]} value={view} onChange={setView} />
      ) : null}
      {view === "Content" ? (
        <ContentView content={version.content} />
      ) : changed.length > 0 ? (
        <FieldDiff changed={changed} headed />
      ) : (
        <span className="dim">Nothing changed since version {before?.version}.</span>
      )}
    </Modal>
  );
}
