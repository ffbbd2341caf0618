import { IconLayoutDashboard, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { useDashboardSearch } from "./queries.ts";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const { modules } = useProfile();
  if (!useCan()("dashboards:write") || !modules.includes("reports")) return [];
  return [
    {
      id: "new-dashboard",
      label: "New dashboard",
      icon: <IconPlus size={17} />,
      run: () => void navigate({ to: "/reports/dashboards", search: { new: "1" } }),
    },
  ];
}

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const { modules } = useProfile();
  const wanted = useCan()("dashboards:read") && modules.includes("reports") && text !== "";
  const { data, isPlaceholderData } = useDashboardSearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map(({ id, name }) => ({
      id,
      label: name,
      icon: <IconLayoutDashboard size={17} stroke={1.7} />,
      run: () => void navigate({ to: "/reports/dashboards/$id", params: { id } }),
    }));
  return { label: "Dashboards", actions };
}
