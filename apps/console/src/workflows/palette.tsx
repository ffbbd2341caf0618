import { IconPlus, IconSitemap } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { RunStatusText } from "../records/run-status.tsx";
import { useCan, useProfile } from "../session/context.tsx";
import { useWorkflowSearch } from "./queries.ts";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const { modules } = useProfile();
  if (!useCan()("automation:write") || !modules.includes("automation")) return [];
  const run = () => void navigate({ to: "/workflows/new" });
  return [{ id: "new-workflow", label: "New workflow", icon: <IconPlus size={17} />, run }];
}

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const { modules } = useProfile();
  const wanted = useCan()("automation:read") && modules.includes("automation") && text !== "";
  const { data, isPlaceholderData } = useWorkflowSearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map(({ id, name, last_run }) => ({
      id,
      label: name,
      icon: <IconSitemap size={17} stroke={1.7} />,
      aside: last_run ? <RunStatusText status={last_run.status} /> : null,
      run: () => void navigate({ to: "/workflows/$id", params: { id } }),
    }));
  return { label: "Workflows", actions };
}
