import { Text } from "@mantine/core";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { LicenseTable } from "../licenses/license-table.tsx";
import { useLicenses } from "../licenses/queries.ts";

/** The licenses of one customer. */
export function LicensesPanel({ tenantId }: { tenantId: string }) {
  const licenses = useLicenses({ tenant_id: tenantId });
  return (
    <Panel title="Licenses">
      <PagedFace
        list={licenses}
        empty={
          <Text size="sm" c="dimmed">
            No license has been issued.
          </Text>
        }
      >
        {(items) => <LicenseTable licenses={items} />}
      </PagedFace>
    </Panel>
  );
}
