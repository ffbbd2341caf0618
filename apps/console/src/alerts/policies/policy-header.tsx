import { ActionIcon, Group, Menu } from "@mantine/core";
import type { AlertPolicy } from "@opsplane/contract";
import { IconCopy, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
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
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label="More actions">
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={15} />}
            onClick={() => void navigate({ to: "/alerts/policies/new", search: { from: id } })}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setAsked(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={asked}
        title={`Delete ${name}?`}
        confirm="Delete"
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/alerts/policies" }) })}
      >
        Its open alerts are resolved. The history of its alerts stays.
      </AskDialog>
    </>
  );
}
