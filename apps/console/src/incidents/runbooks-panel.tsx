import { Button, Group } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { IconFlask, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { itemIdsIn, useItemsByIds } from "../cmdb/index.ts";
import { ExecuteDialog, ExecutionLines, useRecentExecutions } from "../runbooks/index.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";

/** The executions for this incident, and the buttons that start one. */
export function RunbooksPanel({ incident }: { incident: Incident }) {
  const can = useCan();
  const { modules } = useProfile();
  if (!can("runbooks:read") || !modules.includes("runbooks")) return null;
  return (
    <Panel title="Runbooks" action={can("runbooks:execute") ? <StartButtons incident={incident} /> : null}>
      <Executions incidentId={incident.id} />
    </Panel>
  );
}

function Executions({ incidentId }: { incidentId: string }) {
  const executions = useRecentExecutions({ incident_id: incidentId });
  return (
    <QueryFace
      query={executions}
      loading={<span className="dim">Loading…</span>}
      isEmpty={({ total }) => total === 0}
      empty={<span className="dim">No runbook was executed for this incident.</span>}
    >
      {({ items, total }) => (
        <>
          <ExecutionLines executions={items} named />
          {total > items.length ? <span className="dim">and {total - items.length} more</span> : null}
        </>
      )}
    </QueryFace>
  );
}

function StartButtons({ incident }: { incident: Incident }) {
  const [opened, setOpened] = useState<"execute" | "dry run">();
  const affected = useItemsByIds(itemIdsIn(incident.ci_ids), useCan()("cmdb:read")).data ?? [];
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconFlask size={13} />}
        onClick={() => setOpened("dry run")}
      >
        Dry run
      </Button>
      <Button size="compact-xs" leftSection={<IconPlayerPlay size={13} />} onClick={() => setOpened("execute")}>
        Run
      </Button>
      {opened ? (
        <ExecuteDialog
          incident={{ id: incident.id, items: affected }}
          suggests={opened}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Group>
  );
}
