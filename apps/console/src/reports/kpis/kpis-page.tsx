import { IconPlus, IconTargetArrow } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useKeys } from "../../keys/keys.tsx";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ReportsFrame } from "../reports-frame.tsx";
import classes from "./kpis.module.css";
import { KpisTable } from "./kpis-table.tsx";
import { useKpis } from "./queries.ts";

const route = getRouteApi("/reports/kpis");

export function KpisPage() {
  const navigate = useNavigate();
  const run = () => void navigate({ to: "/reports/kpis/$id", params: { id: "new" } });
  useKeys(useCan()("reports:write") ? [{ keys: "N", label: "New KPI", group: "KPIs", run }] : []);
  return (
    <ReportsFrame title="KPIs" view="KPIs" actions={<NewKpiButton />}>
      {() => <Kpis />}
    </ReportsFrame>
  );
}

function Kpis() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useKpis(q);
  return (
    <>
      <div className={classes.toolbar}>
        <SearchField
          label="Search KPIs"
          placeholder="Name"
          value={q}
          onChange={(next) => void navigate({ search: { q: next }, replace: true })}
          w={{ base: "100%", xs: 240 }}
        />
      </div>
      <PagedFace
        list={list}
        empty={
          <Face
            icon={<IconTargetArrow size={20} />}
            title={q ? "No matching KPIs" : "No KPIs yet"}
            actions={q ? null : <NewKpiButton />}
          >
            {q
              ? "Shorten your search."
              : "A KPI is a figure of your own: a formula over counts, mean times, metrics and logs, with a target."}
          </Face>
        }
      >
        {(kpis) => <KpisTable kpis={kpis} />}
      </PagedFace>
    </>
  );
}

function NewKpiButton() {
  return useCan()("reports:write") ? (
    <ButtonLink to="/reports/kpis/$id" params={{ id: "new" }} leftSection={<IconPlus size={15} />}>
      New KPI
    </ButtonLink>
  ) : null;
}
