import type { OnCallPage, Page } from "@opsplane/contract";
import { Panel } from "../../ui/panel.tsx";
import { type Loadable, QueryFace } from "../../ui/query-face.tsx";
import { OpenPageList } from "./open-page-list.tsx";
import classes from "./paging.module.css";

/** Pages that reached nobody or that no one acknowledged. Absent while there are none. */
export function UnansweredPanel({ pages }: { pages: Loadable<Page<OnCallPage>> }) {
  if (!pages.error && !pages.data?.total) return null;
  return (
    <div className={classes.unanswered}>
      <Panel title="Incidents that nobody answers">
        <QueryFace query={pages}>
          {({ items, total }) => (
            <>
              <OpenPageList label="Incidents that nobody answers" pages={items} />
              {total > items.length ? <span className="dim">and {total - items.length} more</span> : null}
            </>
          )}
        </QueryFace>
      </Panel>
    </div>
  );
}
