import { TimeText } from "../time/time.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "./definition.module.css";
import { useDefinitionVersions } from "./queries.ts";
import { chainWords } from "./step-words.ts";

export function VersionsPanel({ id }: { id: string }) {
  const versions = useDefinitionVersions(id);
  return (
    <Panel title="Versions">
      <QueryFace query={versions}>
        {({ items }) => (
          <>
            <ol className={classes.versions} aria-label="Versions, newest first">
              {items.map((version) => (
                <li key={version.version}>
                  <div>
                    <b>Version {version.version}</b>{" "}
                    <span className="dim">
                      <TimeText at={version.created_at} />
                    </span>
                  </div>
                  <div className="dim">{chainWords(version.steps)}</div>
                  <div className="dim">by {version.created_by}</div>
                </li>
              ))}
            </ol>
            <MoreButton list={versions} />
          </>
        )}
      </QueryFace>
    </Panel>
  );
}
