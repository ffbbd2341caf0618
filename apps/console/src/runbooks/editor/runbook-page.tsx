import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { ContentView } from "../content-view.tsx";
import { FlagNotice } from "../flag-notice.tsx";
import { useRunbook } from "../queries.ts";
import classes from "./editor.module.css";
import { ResultsPanel } from "./results-panel.tsx";
import { RunbookEditor } from "./runbook-editor.tsx";
import { RunbookHeader } from "./runbook-header.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

const route = getRouteApi("/runbooks/$id");

/** The id `new` creates a runbook. */
export function RunbookPage() {
  const { id } = route.useParams();
  const { dry } = route.useSearch();
  const can = useCan();
  const fresh = id === "new";
  const runbook = useRunbook(id, !fresh && can("runbooks:read"));
  const needs = fresh ? "runbooks:write" : "runbooks:read";
  if (!can(needs)) return <ForbiddenPage title="Runbook" needs={needs} />;
  if (runbook.error?.status === 404 || runbook.error?.status === 422) return <Missing />;
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/runbooks" size="sm" c="dimmed">
            Runbooks
          </TextLink>
        }
      >
        <span>{fresh ? "New" : (runbook.data?.name ?? "…")}</span>
      </Crumbs>
      {fresh ? (
        <>
          <PageHeader title="New runbook" />
          <RunbookEditor key="new" runbook={undefined} dry={undefined} />
        </>
      ) : (
        <QueryFace query={runbook}>
          {(found) => (
            <>
              <RunbookHeader runbook={found} />
              <FlagNotice runbook={found} />
              {can("runbooks:write") ? (
                <RunbookEditor key={found.id} runbook={found} dry={dry} />
              ) : (
                <div className={classes.columns}>
                  <Panel title="Runbook">
                    <ContentView content={found} />
                  </Panel>
                  <div className={classes.aside}>
                    <ResultsPanel runbook={found} />
                    <VersionsPanel runbook={found} />
                  </div>
                </div>
              )}
            </>
          )}
        </QueryFace>
      )}
    </div>
  );
}

function Missing() {
  return (
    <NotFound title="Runbook not found">
      <ButtonLink to="/runbooks" variant="default">
        All runbooks
      </ButtonLink>
    </NotFound>
  );
}
