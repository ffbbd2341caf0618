import { ActionIcon, Menu } from "@mantine/core";
import type { Dashboard } from "@opsplane/contract";
import { IconCopy, IconDeviceTv, IconDots, IconDownload, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../api/api.tsx";
import { useCan } from "../session/context.tsx";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { toastError } from "../ui/toast.tsx";
import { download } from "./export-file.ts";
import { useDuplicateDashboard, useRemoveDashboard } from "./queries.ts";
import { TvDialog } from "./tv-dialog.tsx";

/** What can be done with a dashboard besides editing it. */
export function DashboardMenu({ dashboard }: { dashboard: Dashboard }) {
  const { id, name, can_edit } = dashboard;
  const api = useApi();
  const navigate = useNavigate();
  const canWrite = useCan()("dashboards:write");
  const duplicate = useDuplicateDashboard();
  const remove = useRemoveDashboard();
  const [opened, setOpened] = useState<"delete" | "tv">();
  const close = () => setOpened(undefined);
  const exportFile = async () => {
    try {
      download(`${name}.json`, await api.dashboards.export({ params: { id } }));
    } catch (error) {
      toastError(error, "Couldn't export dashboard");
    }
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions">
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDeviceTv size={15} />} onClick={() => setOpened("tv")}>
            TV mode
          </Menu.Item>
          {canWrite ? (
            <Menu.Item
              leftSection={<IconCopy size={15} />}
              onClick={() =>
                duplicate.mutate(id, {
                  onSuccess: (made) => void navigate({ to: "/reports/dashboards/$id", params: { id: made.id } }),
                })
              }
            >
              Duplicate
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => void exportFile()}>
            Export as JSON
          </Menu.Item>
          {can_edit ? (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setOpened("delete")}>
                Delete
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={opened === "delete"}
        title={`Delete ${name}?`}
        confirm="Delete"
        onClose={close}
        onConfirm={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/reports/dashboards" }) })}
      >
        Its public links stop working. This can't be undone.
      </AskDialog>
      {opened === "tv" ? <TvDialog id={id} onClose={close} /> : null}
    </>
  );
}
