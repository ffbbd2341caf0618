import { Button } from "@mantine/core";
import type { License } from "@opsplane/contract/control-plane";
import { IconDownload } from "@tabler/icons-react";
import { TimeText } from "../../time/time.tsx";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { TextLink } from "../../ui/links.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useChange } from "../api.tsx";
import { useCan, useIsStaff } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { type Column, DataTable, TwoLines } from "../frame/data-table.tsx";
import { licenseTones, licenseWords, modeWords, nameOf, planWords } from "../words.ts";

const columns: readonly Column<License>[] = [
  {
    head: "License",
    cell: ({ plan_id, deployment_mode, issued_at }) => (
      <TwoLines
        main={`${nameOf(planWords, plan_id)}, ${modeWords[deployment_mode]}`}
        sub={
          <>
            issued <TimeText at={issued_at} as="absolute" />
          </>
        }
      />
    ),
  },
  { head: "State", cell: ({ state }) => <Tag tone={licenseTones[state]}>{licenseWords[state]}</Tag> },
  { head: "Expires", cell: ({ expires_at }) => <TimeText at={expires_at} /> },
  {
    head: "Phone-home",
    wide: true,
    cell: ({ last_phone_home, tp_version }) =>
      last_phone_home ? (
        <>
          <TimeText at={last_phone_home} />
          {tp_version ? ` from ${tp_version}` : ""}
        </>
      ) : (
        <span className="dim">never</span>
      ),
  },
];

const customerColumn: Column<License> = {
  head: "Customer",
  cell: ({ tenant_id, tenant_name }) => (
    <TextLink to="/customers/$id" params={{ id: tenant_id }}>
      {tenant_name}
    </TextLink>
  ),
};

interface LicenseTableProps {
  licenses: readonly License[];
  /** On pages with licenses of several customers. */
  withCustomer?: boolean;
}

export function LicenseTable({ licenses, withCustomer = false }: LicenseTableProps) {
  const can = useCan();
  const isStaff = useIsStaff();
  const acts = can("licenses:download") || can("licenses:issue");
  return (
    <DataTable
      columns={withCustomer && isStaff ? [customerColumn, ...columns] : columns}
      rows={licenses}
      keyOf={({ id }) => id}
      actions={acts ? (license) => <LicenseActions license={license} /> : undefined}
    />
  );
}

/** Only the newest license of a line can be renewed; a revoked line ends. */
function LicenseActions({ license }: { license: License }) {
  const can = useCan();
  const { id, tenant_id, issued_at, state } = license;
  const name = `the license of ${issued_at.slice(0, 10)}`;
  const download = useChange(
    async (api, params: { id: string }) => saveAs(await api.licenses.download({ params }), `license-${tenant_id}.jwt`),
    { failed: "Couldn't download the license" },
  );
  const renew = useChange((api, _: undefined) => api.licenses.renew({ params: { id }, body: {} }), {
    done: () => "License renewed",
  });
  const revoke = useChange((api, reason: string) => api.licenses.revoke({ params: { id }, body: { reason } }), {
    done: () => "License revoked",
  });
  const issues = can("licenses:issue") && state !== "revoked" && state !== "replaced";
  return (
    <>
      {can("licenses:download") && state !== "revoked" ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} />}
          aria-label={`Download ${name}`}
          loading={download.isPending}
          onClick={() => download.mutate({ id })}
        >
          Download
        </Button>
      ) : null}
      {issues ? (
        <>
          <AskButton
            size="compact-sm"
            label="Renew"
            of={name}
            title="Renew the license?"
            change={renew}
            onConfirm={(_, close) => renew.mutate(undefined, { onSuccess: close })}
          >
            A new license with the current plan is issued for 365 days. This one is replaced.
          </AskButton>
          <AskButton
            size="compact-sm"
            label="Revoke"
            of={name}
            title="Revoke the license?"
            asks="Reason"
            change={revoke}
            onConfirm={(reason, close) => revoke.mutate(reason, { onSuccess: close })}
          >
            All licenses of its line are revoked. A deployment that never phones home keeps its license until it
            expires.
          </AskButton>
        </>
      ) : null}
    </>
  );
}
