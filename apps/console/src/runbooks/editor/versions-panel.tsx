import type { Runbook } from "@opsplane/contract";
import { Panel } from "../../ui/panel.tsx";
import { VersionList } from "../../ui/version-list.tsx";
import { ContentView } from "../content-view.tsx";
import { useVersions } from "../queries.ts";
import { flatContent } from "./flat-content.ts";

/** The published versions. */
export function VersionsPanel({ runbook }: { runbook: Runbook }) {
  const versions = useVersions(runbook.id);
  return (
    <Panel title="Versions">
      <VersionList
        versions={versions}
        empty="Not published yet."
        about={({ comment, published_by }) => (
          <>
            {comment ? <div>{comment}</div> : null}
            <div className="dim">by {published_by}</div>
          </>
        )}
        flat={({ content }) => flatContent(content)}
        view={({ content }) => <ContentView content={content} />}
      />
    </Panel>
  );
}
