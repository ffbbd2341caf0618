import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { isMissing } from "../queries.ts";
import { WithReports } from "../reports-frame.tsx";
import { KpiEditor } from "./kpi-editor.tsx";
import classes from "./kpis.module.css";
import { useKpi } from "./queries.ts";

const route = getRouteApi("/reports/kpis/$id");
const newTitle = "New KPI";

/** The id `new` creates a KPI. */
export function KpiPage() {
  return <WithReports title="KPI">{() => <Loading />}</WithReports>;
}

function Loading() {
  const { id } = route.useParams();
  const isFresh = id === "new";
  const mayWrite = useCan()("reports:write");
  const kpi = useKpi(id, !isFresh);
  if (isFresh && !mayWrite) return <ForbiddenPage title={newTitle} needs="reports:write" />;
  if (isMissing(kpi.error))
    return (
      <NotFound title="KPI not found">
        <ButtonLink to="/reports/kpis" variant="default">
          All KPIs
        </ButtonLink>
      </NotFound>
    );
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/reports/kpis" size="sm" c="dimmed">
            KPIs
          </TextLink>
        }
      >
        <span>{isFresh ? "New" : (kpi.data?.name ?? "…")}</span>
      </Crumbs>
      <PageHeader title={isFresh ? newTitle : (kpi.data?.name ?? "KPI")} />
      {isFresh ? (
        <KpiEditor kpi={undefined} />
      ) : (
        <QueryFace query={kpi}>{(found) => <KpiEditor key={found.id} kpi={found} />}</QueryFace>
      )}
    </div>
  );
}
