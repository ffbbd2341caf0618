import { TimeText } from "../../time/time.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useWorkflowVersions } from "../queries.ts";
import classes from "./builder.module.css";

export function VersionList({ id }: { id: string }) {
  const versions = useWorkflowVersions(id);
  return (
    <QueryFace query={versions}>
      {({ items }) => (
        <div>
          <ol className={classes.versions} aria-label="Versions, newest first">
            {items.map(({ version, content, created_by, created_at }) => (
              <li key={version}>
                <div>
                  <b>Version {version}</b>{" "}
                  <span className="dim">
                    <TimeText at={created_at} />
                  </span>
                </div>
                <div className="dim">
                  {content.steps.length === 1 ? "1 step" : `${content.steps.length} steps`}, by {created_by}
                </div>
              </li>
            ))}
          </ol>
          <MoreButton list={versions} />
        </div>
      )}
    </QueryFace>
  );
}
