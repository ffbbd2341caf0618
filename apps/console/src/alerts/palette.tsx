import { IconBell, IconBellOff, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { PolicyState } from "./policies/policy-state.tsx";
import { usePolicySearch } from "./policies/queries.ts";
import { useNewSilence } from "./silences/new-silence.ts";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const silence = useNewSilence();
  const { modules } = useProfile();
  if (!useCan()("alerts:write") || !modules.includes("incidents")) return [];
  return [
    {
      id: "new-alert-policy",
      label: "New alert policy",
      icon: <IconPlus size={17} />,
      run: () => void navigate({ to: "/alerts/policies/new" }),
    },
    { id: "new-silence", label: "New silence", icon: <IconBellOff size={17} />, run: () => silence() },
  ];
}

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const { modules } = useProfile();
  const wanted = useCan()("alerts:read") && modules.includes("incidents") && text !== "";
  const { data, isPlaceholderData } = usePolicySearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map((policy) => ({
      id: policy.id,
      label: policy.name,
      icon: <IconBell size={17} stroke={1.7} />,
      aside: <PolicyState policy={policy} />,
      run: () => void navigate({ to: "/alerts/policies/$id", params: { id: policy.id } }),
    }));
  return { label: "Alert policies", actions };
}
