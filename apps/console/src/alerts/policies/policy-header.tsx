import { Group } from "@mantine/core";
import type { AlertPolicy } from "@opsplane/contract";
import { IconPencil } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RecordMenu } from "../../ui/record-menu.tsx";
import page from "../../ui/record-page.module.css";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { PolicyState } from "./policy-state.tsx";
import { useRemovePolicy } from "./queries.ts";

export function PolicyHeader({ policy }: { policy: AlertPolicy }) {
  const mayWrite = useCan()("alerts:write");
  return (
    <div className={page.head}>
      <div className={page.titleBlock}>
        <PageHeader
          title={policy.name}
          note={`version ${policy.version}`}
          actions={
            mayWrite ? (
              <Group gap="sm">
                <EnabledSwitch policy={policy} label="Enabled" />
                <ButtonLink
                  to="/alerts/policies/$id/edit"
                  params={{ id: policy.id }}
                  leftSection={<IconPencil size={15} />}
                >
                  Edit
                </ButtonLink>
                <MoreMenu policy={policy} />
              </Group>
            ) : undefined
          }
        />
        <div className={page.state}>
          <SeverityBadge severity={policy.severity} />
          <PolicyState policy={policy} />
        </div>
      </div>
    </div>
  );
}

function MoreMenu({ policy: { id, name } }: { policy: AlertPolicy }) {
  const navigate = useNavigate();
  const remove = useRemovePolicy();
  return (
    <RecordMenu
      name={name}
      onDuplicate={() => void navigate({ to: "/alerts/policies/new", search: { from: id } })}
      onDelete={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/alerts/policies" }) })}
    >
      Its open alerts are resolved. The history of its alerts stays.
    </RecordMenu>
  );
}
