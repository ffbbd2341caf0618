import { Alert } from "@mantine/core";
import type { Slo } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { StatTiles } from "../explore/stat-tiles.tsx";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import page from "../ui/record-page.module.css";
import { BudgetChart } from "./budget-chart.tsx";
import { BurnRates } from "./burn-rates.tsx";
import { useSlo, useSloHistory } from "./queries.ts";
import { SloAlerts } from "./slo-alerts.tsx";
import { SloFacts } from "./slo-facts.tsx";
import { SloHeader } from "./slo-header.tsx";
import { budgetText, eventsText, percentText } from "./words.ts";

const route = getRouteApi("/slos/$id");

export function SloPage() {
  const { id } = route.useParams();
  const mayRead = useCan()("slos:read");
  const slo = useSlo(id, mayRead);
  if (!mayRead) return <ForbiddenPage title="SLO" needs="slos:read" />;
  if (slo.error?.status === 404 || slo.error?.status === 422) return <MissingSlo />;
  return (
    <div className={page.page}>
      <Crumbs
        parent={
          <TextLink to="/slos" size="sm" c="dimmed">
            SLOs
          </TextLink>
        }
      >
        <span>{slo.data?.name ?? "…"}</span>
      </Crumbs>
      <QueryFace query={slo}>{(found) => <Loaded key={found.id} slo={found} />}</QueryFace>
    </div>
  );
}

export function MissingSlo() {
  return (
    <NotFound title="SLO not found">
      <ButtonLink to="/slos" variant="default">
        All SLOs
      </ButtonLink>
    </NotFound>
  );
}

function Loaded({ slo }: { slo: Slo }) {
  return (
    <article aria-label={slo.name}>
      <SloHeader slo={slo} />
      <div className={page.columns}>
        <div className={page.main}>
          {slo.status.error ? (
            <Alert color="red" variant="light" p="sm" role="alert" title="The last measurement failed">
              {slo.status.error}
            </Alert>
          ) : null}
          <Figures slo={slo} />
          <Budget slo={slo} />
          <Panel title="Burn rates">
            <BurnRates slo={slo} />
          </Panel>
          {slo.description.trim() ? (
            <Panel title="Description">
              <Markdown source={slo.description} />
            </Panel>
          ) : null}
          <SloAlerts slo={slo} />
        </div>
        <SloFacts slo={slo} />
      </div>
    </article>
  );
}

function Figures({ slo: { objective, status } }: { slo: Slo }) {
  const { attainment, budget, total, state } = status;
  const tone = state === "breached" ? "bad" : state === "at_risk" ? "warning" : "plain";
  const hasData = attainment !== null;
  return (
    <StatTiles
      label="Figures"
      stats={[
        {
          label: "Attainment",
          value: hasData ? percentText(attainment) : "—",
          note: `objective ${percentText(objective)}`,
          tone: state === "breached" ? "bad" : "plain",
        },
        {
          label: "Budget left",
          value: hasData ? budgetText(budget.remaining) : "—",
          note: hasData ? `${eventsText(budget.remaining_events)} events` : undefined,
          tone,
        },
        {
          label: "Bad events",
          value: hasData ? eventsText(budget.spent_events) : "—",
          note: hasData ? `${eventsText(budget.events)} allowed` : undefined,
        },
        { label: "Events", value: eventsText(total), note: "in the window" },
      ]}
    />
  );
}

const points = 180;

function Budget({ slo }: { slo: Slo }) {
  const history = useSloHistory(slo.id, points);
  return (
    <Panel title="Error budget">
      <BudgetChart
        title={`Error budget of ${slo.name}`}
        series={history.data}
        error={history.error}
        retry={() => void history.refetch()}
      />
    </Panel>
  );
}
