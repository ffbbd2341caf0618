import { Switch } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { SettingsPage } from "../settings/index.ts";
import { Face } from "../ui/faces.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { useFailedWork } from "./queries.ts";
import { WorkTable } from "./work-table.tsx";

const route = getRouteApi("/settings/work");
const setAside = "set_aside";

export function WorkPage() {
  const onlySetAside = route.useSearch().only === setAside;
  const navigate = route.useNavigate();
  return (
    <SettingsPage
      title="Failed work"
      intro="Background work that failed. It is tried again five times within 45 minutes. After that, or when it has ended several servers, it is set aside and waits for you."
      needs="admin:work"
      toolbar={
        <Switch
          label="Only what waits for you"
          checked={onlySetAside}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({ search: checked ? { only: setAside } : {}, replace: true })
          }
        />
      }
    >
      {() => <WorkList onlySetAside={onlySetAside} />}
    </SettingsPage>
  );
}

/** Separate, so that nothing is loaded without the permission. */
function WorkList({ onlySetAside }: { onlySetAside: boolean }) {
  const list = useFailedWork(onlySetAside);
  const empty = (
    <Face
      icon={<IconCircleCheck size={20} />}
      tone="good"
      title={onlySetAside ? "Nothing waits for you" : "No work has failed"}
    >
      {onlySetAside
        ? "No work was set aside. Turn the filter off to see work that is tried again by itself."
        : "Work that fails is listed here with its reason until it succeeds or you give it up."}
    </Face>
  );
  return (
    <PagedFace list={list} empty={empty}>
      {(items) => <WorkTable work={items} />}
    </PagedFace>
  );
}
