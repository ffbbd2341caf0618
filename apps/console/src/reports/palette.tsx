import { IconPlus, IconReportAnalytics } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { useReportSearch } from "./queries.ts";

/** The pages of reports that the navigation does not list, and what can be created. */
export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const can = useCan();
  const { modules } = useProfile();
  if (!can("reports:read") || !modules.includes("reports")) return [];
  const icon = <IconReportAnalytics size={17} stroke={1.7} />;
  return [
    ...(can("reports:write")
      ? [
          {
            id: "new-report",
            label: "New report",
            icon: <IconPlus size={17} />,
            run: () => void navigate({ to: "/reports/new" }),
          },
        ]
      : []),
    { id: "kpis", label: "KPIs", icon, run: () => void navigate({ to: "/reports/kpis" }) },
    { id: "costs", label: "Costs", icon, run: () => void navigate({ to: "/reports/costs" }) },
    { id: "compliance", label: "Compliance", icon, run: () => void navigate({ to: "/reports/compliance" }) },
  ];
}

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const { modules } = useProfile();
  const wanted = useCan()("reports:read") && modules.includes("reports") && text !== "";
  const { data, isPlaceholderData } = useReportSearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map(({ id, name, type }) => ({
      id,
      label: name,
      icon: <IconReportAnalytics size={17} stroke={1.7} />,
      aside: <span className="dim">{type}</span>,
      run: () => void navigate({ to: "/reports/$id", params: { id } }),
    }));
  return { label: "Reports", actions };
}
