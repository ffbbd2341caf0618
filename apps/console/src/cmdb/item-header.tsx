import { ActionIcon, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ConfigItem } from "@opsplane/contract";
import { IconDots, IconPlus, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { useNewIncident } from "../records/new-incident.ts";
import { useCan } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { ButtonLink } from "../ui/links.tsx";
import record from "../ui/record-page.module.css";
import { RecordTitle } from "../ui/record-title.tsx";
import { CriticalityBadge, Marks } from "./badges.tsx";
import { ClassIcon, useClassLabel } from "./classes.tsx";
import { EditItemDialog } from "./edit-item-dialog.tsx";
import { useRemoveItem } from "./mutations.ts";

export function ItemHeader({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  const classLabel = useClassLabel();
  const [editing, { open, close }] = useDisclosure(false);
  useKeys(mayWrite ? [{ keys: "e", label: "Edit", group: "Item", run: open }] : []);
  return (
    <header className={record.head}>
      <div className={record.titleBlock}>
        <RecordTitle edit={mayWrite ? { what: "the item", open } : undefined}>{item.name}</RecordTitle>
        <div className={record.state}>
          <CriticalityBadge criticality={item.criticality} />
          <span style={{ display: "inline-flex", alignItems: "center", gap: 6 }}>
            <ClassIcon name={item.class} /> {classLabel(item.class)}
          </span>
          {item.environment ? <span>{item.environment}</span> : null}
          <Marks incidents={item.open_incidents} changes={item.running_changes} />
          <span className="dim">
            changed <TimeText at={item.updated_at} />
          </span>
        </div>
      </div>
      <Actions item={item} mayWrite={mayWrite} />
      {editing ? <EditItemDialog item={item} onClose={close} /> : null}
    </header>
  );
}

function Actions({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  const can = useCan();
  const newIncident = useNewIncident();
  const navigate = useNavigate();
  const remove = useRemoveItem(item);
  const [asking, { open: ask, close: doNotAsk }] = useDisclosure(false);
  return (
    <div className={record.moves}>
      {can("incidents:write") ? (
        <Button size="sm" variant="default" leftSection={<IconPlus size={15} />} onClick={() => newIncident([item.id])}>
          New incident
        </Button>
      ) : null}
      {can("itsm:write") ? (
        <ButtonLink
          size="sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          to="/changes/new"
          search={{ ci: item.id }}
        >
          New change
        </ButtonLink>
      ) : null}
      {mayWrite ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label="More about this item" loading={remove.isPending}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={ask}>
              Delete CI
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <AskDialog
        opened={asking}
        title={`Delete ${item.name}?`}
        confirm="Delete"
        onClose={doNotAsk}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/cmdb" }) })}
      >
        This also deletes its relationships. Linked incidents and changes are kept, but will point to a deleted CI. This
        can't be undone.
      </AskDialog>
    </div>
  );
}
