import { Button, Divider, Group, Modal, MultiSelect, Radio, Stack } from "@mantine/core";
import { type Dashboard, type DashboardVisibility, dashboardVisibilities } from "@opsplane/contract";
import { useState } from "react";
import { useTeams } from "../../directory/queries.ts";
import { useProfile } from "../../session/context.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { useSaveDashboard } from "../queries.ts";
import { LinksPart } from "./links-part.tsx";

const words: Record<DashboardVisibility, { label: string; description: string }> = {
  private: { label: "Private", description: "Only you" },
  team: { label: "Teams", description: "The members of the chosen teams" },
  everyone: { label: "Everyone", description: "All people in your organization" },
};

/** Who sees a dashboard: people of the tenant, and everyone who has a public link. */
export function ShareDialog({ dashboard, onClose }: { dashboard: Dashboard; onClose: () => void }) {
  const { user } = useProfile();
  const save = useSaveDashboard(dashboard.id);
  const teams = useTeams("");
  const [visibility, setVisibility] = useState(dashboard.visibility);
  const [groups, setGroups] = useState(dashboard.group_ids);
  const isOwner = dashboard.owner_id === user.id;
  const offered = dashboardVisibilities.filter((each) => each !== "private" || isOwner || each === visibility);
  const isChanged = visibility !== dashboard.visibility || String(groups) !== String(dashboard.group_ids);
  const group_ids = visibility === "team" ? groups : [];
  return (
    <Modal opened onClose={onClose} title={`Share ${dashboard.name}`} size="lg">
      <Stack gap="md">
        <Radio.Group
          label="Who can see it"
          value={visibility}
          onChange={(chosen) => setVisibility(dashboardVisibilities.find((each) => each === chosen) ?? "private")}
        >
          <Stack gap={8} mt={6}>
            {offered.map((each) => (
              <Radio key={each} value={each} {...words[each]} />
            ))}
          </Stack>
        </Radio.Group>
        {visibility === "team" ? (
          <MultiSelect
            label="Teams"
            searchable
            data={(teams.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={[...groups]}
            onChange={setGroups}
          />
        ) : null}
        <FormProblem error={save.error} />
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            disabled={!isChanged || (visibility === "team" && groups.length === 0)}
            onClick={() => save.mutate({ change: { visibility, group_ids }, onVersion: dashboard.version })}
          >
            Save
          </Button>
        </Group>
        <Divider />
        <LinksPart id={dashboard.id} />
      </Stack>
    </Modal>
  );
}
