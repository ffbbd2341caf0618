import { Button } from "@mantine/core";
import { type Deployment, deploymentHealths, deploymentModes } from "@opsplane/contract/control-plane";
import { IconPlus, IconServer } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useChange } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { channelWords, healthTones, healthWords, modeWords } from "../words.ts";
import { DeploymentDialog } from "./deployment-dialog.tsx";
import { HookButton } from "./hook-button.tsx";
import { type DeploymentFilters, useDeployments } from "./queries.ts";

const route = getRouteApi("/deployments");

export function DeploymentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const [edited, setEdited] = useState<Deployment | "new">();
  const mode = knownIn(deploymentModes, search.mode);
  const health = knownIn(deploymentHealths, search.health);
  const filters: DeploymentFilters = {
    ...(search.q ? { q: search.q } : {}),
    ...(mode ? { mode } : {}),
    ...(health ? { health } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <PortalPage
      title="Deployments"
      intro="Tenant Planes. Hosted ones are asked for their health every minute."
      needs="deployments:read"
      actions={
        can("deployments:write") ? (
          <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited("new")}>
            New deployment
          </Button>
        ) : null
      }
      toolbar={
        <>
          <SearchField
            label="Search deployments"
            placeholder="Name or ID"
            value={search.q ?? ""}
            onChange={(q) => change({ q })}
            w={{ base: "100%", xs: 240 }}
          />
          <ChoiceFilter
            label="Mode"
            known={deploymentModes}
            words={modeWords}
            chosen={mode}
            onChange={(next) => change({ mode: next })}
          />
          <ChoiceFilter
            label="Health"
            known={deploymentHealths}
            words={healthWords}
            chosen={health}
            onChange={(next) => change({ health: next })}
          />
          {Object.keys(filters).length > 0 ? <ClearButton onClick={() => void navigate({ search: {} })} /> : null}
        </>
      }
    >
      {() => (
        <>
          <DeploymentList filters={filters} onEdit={setEdited} />
          {edited ? (
            <DeploymentDialog deployment={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
          ) : null}
        </>
      )}
    </PortalPage>
  );
}

interface DeploymentListProps {
  filters: DeploymentFilters;
  onEdit: (deployment: Deployment) => void;
}

function DeploymentList({ filters, onEdit }: DeploymentListProps) {
  const can = useCan();
  const deployments = useDeployments(filters);
  const filtered = Object.keys(filters).length > 0;
  return (
    <PagedFace
      list={deployments}
      empty={
        <Face icon={<IconServer size={20} />} title={filtered ? "No matching deployments" : "No deployments yet"}>
          {filtered ? "Clear the filters to see all." : "Register a Tenant Plane that takes customers."}
        </Face>
      }
    >
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Deployment",
              cell: ({ id, name, is_default }) => (
                <TwoLines
                  main={
                    <>
                      {name} {is_default ? <Tag>default</Tag> : null}
                    </>
                  }
                  sub={<span className="mono">{id}</span>}
                />
              ),
            },
            {
              head: "Mode",
              wide: true,
              cell: ({ mode, region, channel }) => (
                <TwoLines main={modeWords[mode]} sub={`${region}, ${channelWords[channel]}`} />
              ),
            },
            {
              head: "Health",
              cell: ({ health, health_message }) => (
                <span title={health_message ?? ""}>
                  <Tag tone={healthTones[health]}>{healthWords[health]}</Tag>
                </span>
              ),
            },
            {
              head: "Version",
              wide: true,
              cell: ({ tp_version, checked_at }) => (
                <TwoLines
                  main={tp_version ?? "unknown"}
                  sub={checked_at ? <TimeText at={checked_at} /> : "not asked"}
                />
              ),
            },
            {
              head: "Customers",
              wide: true,
              cell: ({ id }) => (
                <TextLink to="/customers" search={{ deployment: id }}>
                  Show
                </TextLink>
              ),
            },
          ]}
          actions={
            can("deployments:write") || can("rollouts:write")
              ? (deployment) => <Actions deployment={deployment} onEdit={onEdit} />
              : undefined
          }
        />
      )}
    </PagedFace>
  );
}

function Actions({ deployment, onEdit }: { deployment: Deployment; onEdit: (deployment: Deployment) => void }) {
  const can = useCan();
  const { id, name, token_hint } = deployment;
  const [token, setToken] = useState<string>();
  const rotate = useChange((api, params: { id: string }) => api.deployments.rotateToken({ params }));
  return (
    <>
      {can("deployments:write") ? (
        <>
          <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={() => onEdit(deployment)}>
            Edit
          </Button>
          <AskButton
            size="compact-sm"
            label={token_hint ? "Replace token" : "Make token"}
            of={name}
            title={token_hint ? `Replace the token of ${name}?` : `Make a token for ${name}?`}
            change={rotate}
            onConfirm={(_, close) =>
              rotate.mutate(
                { id },
                {
                  onSuccess: (made) => {
                    close();
                    setToken(made.token);
                  },
                },
              )
            }
          >
            The deployment fetches its statements with it. A previous token stops working at once.
          </AskButton>
        </>
      ) : null}
      {can("rollouts:write") ? <HookButton deployment={deployment} /> : null}
      <SecretOnce
        title={`Token of ${name}`}
        label="Deployment token"
        secret={token}
        onClose={() => setToken(undefined)}
      >
        Enter it in the settings of the deployment.
      </SecretOnce>
    </>
  );
}
