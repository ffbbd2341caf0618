import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Input } from "@opsplane/contract";
import {
  type controlOperations,
  deploymentModes,
  provisioningStates,
  subscriptionStatuses,
} from "@opsplane/contract/control-plane";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import {
  modeWords,
  nameOf,
  planWords,
  provisioningTones,
  provisioningWords,
  subscriptionTones,
  subscriptionWords,
} from "../words.ts";
import { NewCustomerDialog } from "./new-customer-dialog.tsx";

const route = getRouteApi("/customers");

type Filters = Pick<
  Input<typeof controlOperations.tenants.list>["query"],
  "q" | "mode" | "provisioning" | "subscription_status" | "deployment_id"
>;

export function CustomersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const [creating, { open, close }] = useDisclosure(false);
  const mode = knownIn(deploymentModes, search.mode);
  const provisioning = knownIn(provisioningStates, search.provisioning);
  const status = knownIn(subscriptionStatuses, search.status);
  const filters: Filters = {
    ...(search.q ? { q: search.q } : {}),
    ...(mode ? { mode } : {}),
    ...(provisioning ? { provisioning } : {}),
    ...(status ? { subscription_status: status } : {}),
    ...(search.deployment ? { deployment_id: search.deployment } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <PortalPage
      title="Customers"
      needs="tenants:read"
      actions={
        can("tenants:create") ? (
          <Button leftSection={<IconPlus size={15} />} onClick={open}>
            New customer
          </Button>
        ) : null
      }
      toolbar={
        <>
          <SearchField
            label="Search customers"
            placeholder="Name, ID or contact"
            value={search.q ?? ""}
            onChange={(q) => change({ q })}
            w={{ base: "100%", xs: 240 }}
          />
          <ChoiceFilter
            label="Subscription"
            known={subscriptionStatuses}
            words={subscriptionWords}
            chosen={status}
            onChange={(next) => change({ status: next })}
          />
          <ChoiceFilter
            label="Mode"
            known={deploymentModes}
            words={modeWords}
            chosen={mode}
            onChange={(next) => change({ mode: next })}
          />
          <ChoiceFilter
            label="Provisioning"
            known={provisioningStates}
            words={provisioningWords}
            chosen={provisioning}
            onChange={(next) => change({ provisioning: next })}
          />
          {Object.keys(filters).length > 0 ? <ClearButton onClick={() => void navigate({ search: {} })} /> : null}
        </>
      }
    >
      {() => (
        <>
          <CustomerList filters={filters} create={can("tenants:create") ? open : undefined} />
          {creating ? <NewCustomerDialog onClose={close} /> : null}
        </>
      )}
    </PortalPage>
  );
}

function CustomerList({ filters, create }: { filters: Filters; create: (() => void) | undefined }) {
  const api = usePortalApi();
  const customers = usePaged(["customers", filters], (page, call) =>
    api.tenants.list({ query: { ...filters, ...page } }, call),
  );
  const filtered = Object.keys(filters).length > 0;
  return (
    <PagedFace
      list={customers}
      empty={
        <Face
          icon={<IconBuilding size={20} />}
          title={filtered ? "No matching customers" : "No customers yet"}
          actions={create && !filtered ? <Button onClick={create}>New customer</Button> : null}
        >
          {filtered ? "Clear the filters to see all." : "Customers sign up themselves, or you create them."}
        </Face>
      }
    >
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Customer",
              cell: ({ id, name }) => (
                <TwoLines
                  main={
                    <TextLink to="/customers/$id" params={{ id }}>
                      {name}
                    </TextLink>
                  }
                  sub={<span className="mono">{id}</span>}
                />
              ),
            },
            { head: "Plan", wide: true, cell: ({ plan_id }) => (plan_id ? nameOf(planWords, plan_id) : "") },
            {
              head: "Subscription",
              cell: ({ subscription_status: state }) =>
                state ? <Tag tone={subscriptionTones[state]}>{subscriptionWords[state]}</Tag> : null,
            },
            { head: "Mode", wide: true, cell: (customer) => modeWords[customer.mode] },
            {
              head: "Tenant",
              cell: ({ provisioning: state }) => <Tag tone={provisioningTones[state]}>{provisioningWords[state]}</Tag>,
            },
            { head: "Since", wide: true, cell: ({ created_at }) => <TimeText at={created_at} /> },
          ]}
        />
      )}
    </PagedFace>
  );
}
