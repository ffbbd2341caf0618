import type { Incident } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { IncidentAlerts } from "../alerts/index.ts";
import { PagingPanel, UnansweredAlert } from "../oncall/index.ts";
import { AnalysisPanel, SimilarPanel, SuggestionsPanel } from "../response/index.ts";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "../ui/record-page.module.css";
import { Attachments } from "./attachments.tsx";
import { Description } from "./description.tsx";
import { Facts } from "./facts.tsx";
import { IncidentContext } from "./incident-context.tsx";
import { IncidentHeader } from "./incident-header.tsx";
import { useIncident } from "./queries.ts";
import { Resolution } from "./resolution.tsx";
import { RunbooksPanel } from "./runbooks-panel.tsx";
import { TelemetryStrip } from "./telemetry-strip.tsx";
import { Timeline } from "./timeline.tsx";

const route = getRouteApi("/incidents/$reference");

export function IncidentPage() {
  const { reference } = route.useParams();
  const can = useCan();
  const incident = useIncident(reference);
  if (!can("incidents:read")) return <ForbiddenPage title="Incident" needs="incidents:read" />;
  if (incident.error && (incident.error.status === 404 || incident.error.status === 422))
    return <Missing reference={reference} />;
  return (
    <div className={classes.page}>
      <QueryFace query={incident}>
        {(found) => <Loaded key={found.id} incident={found} mayWrite={can("incidents:write")} />}
      </QueryFace>
    </div>
  );
}

function Loaded({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  return (
    <article aria-label={incident.reference}>
      <Crumbs
        parent={
          <TextLink to="/incidents" size="sm" c="dimmed">
            Incidents
          </TextLink>
        }
        reference={incident.reference}
      />
      <IncidentHeader incident={incident} mayWrite={mayWrite} />
      <UnansweredAlert incident={incident} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Resolution incident={incident} />
          <Description incident={incident} mayWrite={mayWrite} />
          <IncidentAlerts incident={incident} />
          <PagingPanel incident={incident} />
          <Attachments incident={incident} mayWrite={mayWrite} />
          <AnalysisPanel incident={incident} mayWrite={mayWrite} />
          <TelemetryStrip incident={incident} />
          <IncidentContext incident={incident} />
          <SuggestionsPanel incident={incident} />
          <SimilarPanel incident={incident} />
          <RunbooksPanel incident={incident} />
          <Timeline incident={incident} mayWrite={mayWrite} />
        </div>
        <Facts incident={incident} mayWrite={mayWrite} />
      </div>
    </article>
  );
}

function Missing({ reference }: { reference: string }) {
  return (
    <NotFound title={`Incident ${reference} not found`} example="INC-00000042">
      <ButtonLink to="/incidents" variant="default">
        All incidents
      </ButtonLink>
    </NotFound>
  );
}
