import { Alert, Anchor, Button } from "@mantine/core";
import { type Customer, hostedModes } from "@opsplane/contract/control-plane";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useCustomer } from "../account/queries.ts";
import { UsagePanel } from "../account/usage-panel.tsx";
import { useChange } from "../api.tsx";
import { InvoicesPanel } from "../billing/invoices-panel.tsx";
import { PaymentPanel } from "../billing/payment-panel.tsx";
import { useCan } from "../can.ts";
import { Facts, Panels } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { RecordFace } from "../frame/record-face.tsx";
import { modeWords, provisioningTones, provisioningWords } from "../words.ts";
import { EditCustomerButton } from "./edit-customer-button.tsx";
import { IssueButton } from "./issue-button.tsx";
import { LicensesPanel } from "./licenses-panel.tsx";
import { SubscriptionPanel } from "./subscription-panel.tsx";

const route = getRouteApi("/customers/$id");

/** All about one customer, for the staff. */
export function CustomerPage() {
  const { id } = route.useParams();
  const customer = useCustomer(id);
  return (
    <PortalPage
      title={customer.data?.name ?? id}
      needs="tenants:read"
      crumb={<TextLink to="/customers">Customers</TextLink>}
      actions={customer.data ? <Actions customer={customer.data} /> : null}
    >
      {() => (
        <RecordFace
          query={customer}
          missing="Customer not found"
          list={<ButtonLink to="/customers">Show customers</ButtonLink>}
        >
          {(loaded) => <Body customer={loaded} />}
        </RecordFace>
      )}
    </PortalPage>
  );
}

const isSelfHosted = ({ mode }: Customer) => !hostedModes.includes(mode);

function Actions({ customer }: { customer: Customer }) {
  const can = useCan();
  return (
    <>
      <EditCustomerButton customer={customer} />
      {can("licenses:issue") && isSelfHosted(customer) ? <IssueButton customer={customer} /> : null}
    </>
  );
}

function Body({ customer }: { customer: Customer }) {
  const can = useCan();
  const { id, contact_name, contact_email, mode, deployment_id, deployment_url, provisioning } = customer;
  return (
    <>
      {provisioning === "failed" ? <FailedProvisioning customer={customer} /> : null}
      <Panels>
        <Panel title="Customer">
          <Facts
            of={{
              ID: <span className="mono">{id}</span>,
              Contact: contact_name,
              Email: contact_email ? (
                <Anchor inherit href={`mailto:${contact_email}`}>
                  {contact_email}
                </Anchor>
              ) : null,
              Mode: modeWords[mode],
              Deployment: deployment_id ? (
                <TextLink to="/deployments" search={{ q: deployment_id }}>
                  {deployment_id}
                </TextLink>
              ) : undefined,
              Address: deployment_url ? (
                <Anchor inherit href={deployment_url}>
                  {deployment_url}
                </Anchor>
              ) : undefined,
              Tenant: <Tag tone={provisioningTones[provisioning]}>{provisioningWords[provisioning]}</Tag>,
            }}
          />
        </Panel>
        {can("subscriptions:read") ? <SubscriptionPanel customer={customer} /> : null}
        {can("subscriptions:read") ? <UsagePanel tenantId={id} /> : null}
        {can("invoices:read") ? <InvoicesPanel tenantId={id} /> : null}
      </Panels>
      {can("licenses:read") && isSelfHosted(customer) ? <LicensesPanel tenantId={id} /> : null}
      {can("invoices:read") ? <PaymentPanel tenantId={id} /> : null}
    </>
  );
}

function FailedProvisioning({ customer: { id, provisioning_error } }: { customer: Customer }) {
  const can = useCan();
  const retry = useChange((api, params: { id: string }) => api.tenants.retryProvisioning({ params }), {
    done: () => "The tenant is being prepared",
    failed: "Couldn't retry the provisioning",
  });
  return (
    <Alert color="red" variant="light" title="The tenant could not be created" role="alert">
      {provisioning_error}
      {can("tenants:provision") ? (
        <div style={{ marginTop: 8 }}>
          <Button loading={retry.isPending} onClick={() => retry.mutate({ id })}>
            Retry
          </Button>
        </div>
      ) : null}
    </Alert>
  );
}
