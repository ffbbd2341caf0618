import { Text } from "@mantine/core";
import type { Fleet } from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { usePortalApi } from "../api.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Panels } from "../frame/facts.tsx";
import classes from "../frame/portal-page.module.css";
import { PortalPage } from "../frame/portal-page.tsx";
import { healthTones, healthWords } from "../words.ts";
import { behindText } from "./behind-text.ts";

const refreshMs = 30_000;

/** The first page of the staff: what needs attention. */
export function FleetPage() {
  return (
    <PortalPage title="Fleet" intro="What needs attention, over all customers and deployments." needs="fleet:read">
      {() => <FleetPanels />}
    </PortalPage>
  );
}

function FleetPanels() {
  const api = usePortalApi();
  const fleet = useQuery({
    queryKey: ["fleet"],
    queryFn: ({ signal }) => api.fleet.get({}, { signal }),
    refetchInterval: refreshMs,
  });
  return <QueryFace query={fleet}>{(loaded) => <Loaded fleet={loaded} />}</QueryFace>;
}

function Loaded({ fleet }: { fleet: Fleet }) {
  const { newest_version, expiring } = fleet;
  return (
    <Panels>
      <Attention
        title="Unhealthy deployments"
        group={fleet.unhealthy}
        keyOf={({ id }) => id}
        fine="No deployment reports a problem."
        all={<TextLink to="/deployments">Show all</TextLink>}
        columns={[
          {
            head: "Deployment",
            cell: ({ id, name }) => (
              <TextLink to="/deployments" search={{ q: id }}>
                {name}
              </TextLink>
            ),
          },
          { head: "Health", cell: ({ health }) => <Tag tone={healthTones[health]}>{healthWords[health]}</Tag> },
          { head: "Reason", wide: true, cell: ({ health_message }) => health_message ?? "" },
        ]}
      />
      <Attention
        title="Failed provisionings"
        group={fleet.failed_provisionings}
        keyOf={({ id }) => id}
        fine="No provisioning has failed."
        all={
          <TextLink to="/customers" search={{ provisioning: "failed" }}>
            Show all
          </TextLink>
        }
        columns={[
          { head: "Customer", cell: ({ id, name }) => <CustomerLink id={id} name={name} /> },
          { head: "Reason", cell: ({ provisioning_error }) => provisioning_error ?? "" },
        ]}
      />
      <Attention
        title="Past due"
        group={fleet.past_due}
        keyOf={({ tenant_id }) => tenant_id}
        fine="No payment is overdue."
        all={
          <TextLink to="/customers" search={{ status: "past_due" }}>
            Show all
          </TextLink>
        }
        columns={[customerColumn, { head: "Suspended", cell: ({ suspends_at }) => timeOr(suspends_at, "–") }]}
      />
      <Attention
        title="Suspended"
        group={fleet.suspended}
        keyOf={({ tenant_id }) => tenant_id}
        fine="No customer is suspended."
        all={
          <TextLink to="/customers" search={{ status: "suspended" }}>
            Show all
          </TextLink>
        }
        columns={[customerColumn, { head: "Since", cell: ({ suspended_at }) => timeOr(suspended_at, "–") }]}
      />
      <Attention
        title="Expiring licenses"
        note={`${expiring.in_30_days} within 30 days, ${expiring.in_60_days} within 60, ${expiring.in_90_days} within 90.`}
        group={fleet.expiring_licenses}
        keyOf={({ id }) => id}
        fine="No license expires within 90 days."
        all={
          <TextLink to="/licenses" search={{ within: "90" }}>
            Show all
          </TextLink>
        }
        columns={[customerColumn, { head: "Expires", cell: ({ expires_at }) => <TimeText at={expires_at} /> }]}
      />
      <Attention
        title="No phone-home for two days"
        group={fleet.silent_licenses}
        keyOf={({ id }) => id}
        fine="All BYOC deployments phone home."
        all={<TextLink to="/licenses">Show licenses</TextLink>}
        columns={[customerColumn, { head: "Last", cell: ({ last_phone_home }) => timeOr(last_phone_home, "never") }]}
      />
      <Panel
        title={newest_version ? `Versions (newest is ${newest_version})` : "Versions"}
        action={<TextLink to="/rollouts">Rollouts</TextLink>}
      >
        {fleet.versions.length === 0 ? (
          <Fine>No deployment is registered.</Fine>
        ) : (
          <DataTable
            rows={fleet.versions}
            keyOf={({ tp_version }) => tp_version ?? ""}
            columns={[
              { head: "Version", cell: ({ tp_version }) => tp_version ?? "unknown" },
              { head: "Deployments", cell: ({ deployments }) => deployments },
              { head: "Behind", cell: (version) => behindText(version, newest_version) },
            ]}
          />
        )}
      </Panel>
    </Panels>
  );
}

const customerColumn: Column<{ tenant_id: string; tenant_name: string }> = {
  head: "Customer",
  cell: ({ tenant_id, tenant_name }) => <CustomerLink id={tenant_id} name={tenant_name} />,
};

const timeOr = (at: string | null, otherwise: string) =>
  at === null ? <span className="dim">{otherwise}</span> : <TimeText at={at} />;

interface AttentionProps<Row> {
  title: string;
  group: { total: number; items: readonly Row[] };
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Shown above the rows. */
  note?: string;
  /** Shown when nothing needs attention. */
  fine: string;
  all: ReactNode;
}

function Attention<Row>({ title, group, columns, keyOf, note, fine, all }: AttentionProps<Row>) {
  const { total, items } = group;
  if (total === 0)
    return (
      <Panel title={title}>
        <Fine>{fine}</Fine>
      </Panel>
    );
  return (
    <Panel title={`${title} (${total})`} action={all}>
      {note ? (
        <div className={classes.note}>
          <Fine>{note}</Fine>
        </div>
      ) : null}
      <DataTable rows={items.slice(0, 10)} columns={columns} keyOf={keyOf} />
    </Panel>
  );
}

function Fine({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function CustomerLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink to="/customers/$id" params={{ id }}>
      {name}
    </TextLink>
  );
}
