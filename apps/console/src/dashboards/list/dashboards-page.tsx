import { Button, SegmentedControl } from "@mantine/core";
import { IconLayoutDashboard, IconPlus, IconUpload } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useKeys } from "../../keys/keys.tsx";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import classes from "../dashboards.module.css";
import { useDashboards } from "../queries.ts";
import { DashboardsTable } from "./dashboards-table.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { NewDashboardDialog } from "./new-dashboard-dialog.tsx";

const route = getRouteApi("/reports/dashboards");

export function DashboardsPage() {
  return useCan()("dashboards:read") ? <Dashboards /> : <ForbiddenPage title="Dashboards" needs="dashboards:read" />;
}

/** The address names what is open: `?new=1` or `?import=1`. */
function Dashboards() {
  const search = route.useSearch();
  const { q = "", mine } = search;
  const navigate = route.useNavigate();
  const canWrite = useCan()("dashboards:write");
  const list = useDashboards(q, mine !== undefined);
  const set = (next: typeof search) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const close = () => set({ new: undefined, import: undefined });
  useKeys(canWrite ? [{ keys: "N", label: "New dashboard", group: "Dashboards", run: () => set({ new: "1" }) }] : []);
  const create = canWrite ? (
    <Button leftSection={<IconPlus size={15} />} onClick={() => set({ new: "1" })}>
      New dashboard
    </Button>
  ) : null;
  return (
    <div className={classes.page}>
      <PageHeader
        title="Dashboards"
        actions={
          canWrite ? (
            <>
              <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => set({ import: "1" })}>
                Import
              </Button>
              {create}
            </>
          ) : null
        }
      />
      <div className={classes.toolbar}>
        <SearchField
          label="Search dashboards"
          placeholder="Search"
          w={240}
          value={q}
          onChange={(text) => set({ q: text || undefined })}
        />
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: "all", label: "All" },
            { value: "mine", label: "Mine" },
          ]}
          value={mine === undefined ? "all" : "mine"}
          onChange={(value) => set({ mine: value === "mine" ? "1" : undefined })}
        />
      </div>
      <PagedFace
        list={list}
        empty={
          q || mine !== undefined ? (
            <Face icon={<IconLayoutDashboard size={20} />} title="No matching dashboards">
              Try a different search.
            </Face>
          ) : (
            <Face icon={<IconLayoutDashboard size={20} />} title="No dashboards yet" actions={create}>
              Start with a ready-made one for hosts, services, databases or the network.
            </Face>
          )
        }
      >
        {(items) => <DashboardsTable dashboards={items} />}
      </PagedFace>
      {search.new !== undefined && canWrite ? <NewDashboardDialog onClose={close} /> : null}
      {search.import !== undefined && canWrite ? <ImportDialog onClose={close} /> : null}
    </div>
  );
}
