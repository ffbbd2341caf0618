import { licenseStates } from "@opsplane/contract/control-plane";
import { IconCertificate } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { Face } from "../../ui/faces.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { Snippet } from "../../ui/snippet.tsx";
import { useIsStaff } from "../can.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { licenseWords } from "../words.ts";
import { LicenseTable } from "./license-table.tsx";
import { type LicenseFilters, useLicenses, usePublicKeys } from "./queries.ts";

const route = getRouteApi("/licenses");

const terms = ["30", "60", "90"] as const;
const termWords = { "30": "in 30 days", "60": "in 60 days", "90": "in 90 days" };

export function LicensesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = knownIn(licenseStates, search.state);
  const within = knownIn(terms, search.within);
  const filters: LicenseFilters = {
    ...(state ? { state } : {}),
    ...(within ? { expires_within_days: Number(within) } : {}),
    ...(search.tenant ? { tenant_id: search.tenant } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <PortalPage
      title="Licenses"
      intro="Licenses are for self-hosted deployments. Enter one in the settings of the deployment, or as SERVICE_LICENSE_KEY."
      needs="licenses:read"
      toolbar={
        <>
          <ChoiceFilter
            label="State"
            known={licenseStates}
            words={licenseWords}
            chosen={state}
            onChange={(next) => change({ state: next })}
          />
          <ChoiceFilter
            label="Expires"
            known={terms}
            words={termWords}
            chosen={within}
            onChange={(next) => change({ within: next })}
          />
          {Object.keys(filters).length > 0 ? <ClearButton onClick={() => void navigate({ search: {} })} /> : null}
        </>
      }
    >
      {() => (
        <>
          <LicenseList filters={filters} />
          <PublicKeys />
        </>
      )}
    </PortalPage>
  );
}

function LicenseList({ filters }: { filters: LicenseFilters }) {
  const isStaff = useIsStaff();
  const licenses = useLicenses(filters);
  const filtered = Object.keys(filters).length > 0;
  const hint = isStaff ? "Issue one on the page of a customer." : "We issue them for self-hosted deployments.";
  return (
    <PagedFace
      list={licenses}
      empty={
        <Face icon={<IconCertificate size={20} />} title={filtered ? "No matching licenses" : "No licenses yet"}>
          {filtered ? "Clear the filters to see all." : hint}
        </Face>
      }
    >
      {(items) => <LicenseTable licenses={items} withCustomer />}
    </PagedFace>
  );
}

function PublicKeys() {
  const keys = usePublicKeys();
  return (
    <Panel title="Public keys">
      <QueryFace query={keys}>
        {({ pem }) => (
          <Snippet where="CP_LICENSE_PUBLIC_KEY of the deployment, which verifies licenses" text={pem} what="keys" />
        )}
      </QueryFace>
    </Panel>
  );
}
