import { VersionList } from "../../ui/version-list.tsx";
import { flatContent } from "../draft/flat-content.ts";
import { useWorkflowVersions } from "../queries.ts";

export function WorkflowVersions({ id }: { id: string }) {
  const versions = useWorkflowVersions(id);
  return (
    <VersionList
      versions={versions}
      empty="Not saved yet."
      about={({ content: { steps }, created_by }) => (
        <div className="dim">
          {steps.length === 1 ? "1 step" : `${steps.length} steps`}, by {created_by}
        </div>
      )}
      flat={({ content }) => flatContent(content)}
    />
  );
}
