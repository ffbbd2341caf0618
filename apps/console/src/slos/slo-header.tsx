import { Group } from "@mantine/core";
import type { Slo } from "@opsplane/contract";
import { IconPencil } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RecordMenu } from "../ui/record-menu.tsx";
import page from "../ui/record-page.module.css";
import { useRemoveSlo } from "./queries.ts";
import { SloStateMark } from "./slo-state.tsx";
import { indicatorText, targetText } from "./words.ts";

export function SloHeader({ slo }: { slo: Slo }) {
  const mayWrite = useCan()("slos:write");
  return (
    <div className={page.head}>
      <div className={page.titleBlock}>
        <PageHeader
          title={slo.name}
          actions={
            mayWrite ? (
              <Group gap="sm">
                <ButtonLink to="/slos/$id/edit" params={{ id: slo.id }} leftSection={<IconPencil size={15} />}>
                  Edit
                </ButtonLink>
                <MoreMenu slo={slo} />
              </Group>
            ) : undefined
          }
        />
        <div className={page.state}>
          <SloStateMark slo={slo} />
          <span className="dim">
            {indicatorText(slo.indicator)}, {targetText(slo)}
          </span>
        </div>
      </div>
    </div>
  );
}

function MoreMenu({ slo: { id, name, alerts } }: { slo: Slo }) {
  const navigate = useNavigate();
  const remove = useRemoveSlo();
  return (
    <RecordMenu name={name} onDelete={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/slos" }) })}>
      {alerts.length > 0
        ? "Its history and its alert policies are deleted, and their open alerts are resolved."
        : "Its history is deleted."}
    </RecordMenu>
  );
}
