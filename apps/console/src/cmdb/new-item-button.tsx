import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const NewItemDialog = lazyDialog(() => import("./new-item-dialog.tsx"), "NewItemDialog");

/** Absent for those who cannot create CIs. */
export function NewItemButton({ keys }: { keys?: string }) {
  const mayWrite = useCan()("cmdb:write");
  const [creating, { open, close }] = useDisclosure(false);
  useKeys(keys && mayWrite ? [{ keys, label: "New CI", group: "List", run: open }] : []);
  if (!mayWrite) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={15} />} onClick={open}>
        New CI
      </Button>
      {creating ? <NewItemDialog onClose={close} /> : null}
    </>
  );
}
