import { Alert, Anchor, Text } from "@mantine/core";
import type { Customer, TenantSubscription } from "@opsplane/contract/control-plane";
import { useProfile } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { InvoicesPanel } from "../billing/invoices-panel.tsx";
import { useCan } from "../can.ts";
import { EditCustomerButton } from "../customers/edit-customer-button.tsx";
import { Facts, Panels } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { modeWords, provisioningTones, provisioningWords } from "../words.ts";
import { PlanFacts } from "./plan-facts.tsx";
import { useCustomer, useSubscription } from "./queries.ts";
import { noticeOf } from "./state-words.ts";
import { UsagePanel } from "./usage-panel.tsx";

/** The first page of a customer. */
export function OverviewPage() {
  return (
    <PortalPage title="Overview" needs="tenants:read">
      {() => <Overview />}
    </PortalPage>
  );
}

function Overview() {
  const { tenant } = useProfile();
  const can = useCan();
  const customer = useCustomer(tenant.id);
  const subscription = useSubscription(tenant.id);
  return (
    <>
      {subscription.data ? <Notice subscription={subscription.data} /> : null}
      <Panels>
        <Panel title="Your tenant" action={customer.data ? <EditCustomerButton customer={customer.data} /> : null}>
          <QueryFace query={customer}>{(loaded) => <Deployment customer={loaded} />}</QueryFace>
        </Panel>
        <Panel title="Plan" action={<TextLink to="/plan">Change</TextLink>}>
          <QueryFace query={subscription}>{(loaded) => <PlanFacts subscription={loaded} />}</QueryFace>
        </Panel>
        <UsagePanel tenantId={tenant.id} />
        {can("invoices:read") ? <InvoicesPanel tenantId={tenant.id} /> : null}
      </Panels>
    </>
  );
}

function Notice({ subscription }: { subscription: TenantSubscription }) {
  const notice = noticeOf(subscription);
  if (!notice) return null;
  return (
    <Alert color={notice.tone} variant="light" title={notice.title} role="alert">
      {notice.text}{" "}
      {notice.when ? (
        <>
          {notice.when.word}: <TimeText at={notice.when.at} as="absolute" />.
        </>
      ) : null}
      {notice.to ? (
        <div style={{ marginTop: 8 }}>
          <ButtonLink to={notice.to} size="xs">
            {{ "/invoices": "Show invoices", "/payment": "Update payment", "/plan": "Show plan" }[notice.to]}
          </ButtonLink>
        </div>
      ) : null}
    </Alert>
  );
}

const provisioningHints = {
  none: "You operate the deployment. Download its license under Licenses.",
  pending: "Your tenant is being prepared. Its address and a temporary password follow by email.",
  provisioned: undefined,
  failed: "Your tenant could not be prepared. We are informed and will write to you.",
} as const;

/** Where the tenant runs. The reason of a failure is for the staff. */
function Deployment({ customer }: { customer: Customer }) {
  const hint = provisioningHints[customer.provisioning];
  return (
    <>
      <Facts
        of={{
          State: (
            <span role="status">
              <Tag tone={provisioningTones[customer.provisioning]}>{provisioningWords[customer.provisioning]}</Tag>
            </span>
          ),
          Address: customer.deployment_url ? (
            <Anchor inherit href={customer.deployment_url}>
              {customer.deployment_url}
            </Anchor>
          ) : customer.provisioning === "none" ? undefined : (
            "not known yet"
          ),
          "Organization ID": <span className="mono">{customer.id}</span>,
          Mode: modeWords[customer.mode],
          Contact: [customer.contact_name, customer.contact_email].filter(Boolean).join(", ") || undefined,
        }}
      />
      {hint ? (
        <Text size="sm" c="dimmed" mt="sm">
          {hint}
        </Text>
      ) : null}
    </>
  );
}
