import { getRouteApi } from "@tanstack/react-router";
import { useIncident } from "../incidents/index.ts";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { TextLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import classes from "../ui/record-page.module.css";
import { Splash } from "../ui/splash.tsx";
import { NewChangeForm } from "./new-change-form.tsx";

const route = getRouteApi("/changes/new");

/** `?ci=` names items by id, `?incident=` an incident by id or reference. */
export function NewChangePage() {
  const { ci, incident } = route.useSearch();
  const can = useCan();
  if (!can("itsm:write")) return <ForbiddenPage title="New change" needs="itsm:write" />;
  const ids = ci ? ci.split(",") : [];
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/changes" size="sm" c="dimmed">
            Changes
          </TextLink>
        }
      >
        <span>New</span>
      </Crumbs>
      <PageHeader title="New change" />
      {incident && can("incidents:read") ? (
        <FromIncident ciIds={ids} reference={incident} />
      ) : (
        <NewChangeForm ciIds={ids} incidents={[]} />
      )}
    </div>
  );
}

function FromIncident({ ciIds, reference }: { ciIds: string[]; reference: string }) {
  const incident = useIncident(reference);
  if (incident.isPending) return <Splash />;
  return <NewChangeForm ciIds={ciIds} incidents={incident.data ? [incident.data] : []} />;
}
