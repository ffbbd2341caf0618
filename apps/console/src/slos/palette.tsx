import { IconGauge, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { useSlos } from "./queries.ts";
import { SloStateMark } from "./slo-state.tsx";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const { modules } = useProfile();
  if (!useCan()("slos:write") || !modules.includes("observability")) return [];
  return [
    { id: "new-slo", label: "New SLO", icon: <IconPlus size={17} />, run: () => void navigate({ to: "/slos/new" }) },
  ];
}

const maxShown = 6;

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const { modules } = useProfile();
  const wanted = useCan()("slos:read") && modules.includes("observability") && text !== "";
  const { data, isPlaceholderData } = useSlos({ q: text }, opened && wanted);
  const actions = (wanted ? (data ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .slice(0, maxShown)
    .map((slo) => ({
      id: slo.id,
      label: slo.name,
      icon: <IconGauge size={17} stroke={1.7} />,
      aside: <SloStateMark slo={slo} />,
      run: () => void navigate({ to: "/slos/$id", params: { id: slo.id } }),
    }));
  return { label: "SLOs", actions };
}
