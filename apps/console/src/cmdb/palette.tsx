import { useNavigate } from "@tanstack/react-router";
import type { PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan } from "../session/context.tsx";
import { CriticalityBadge } from "./badges.tsx";
import { ClassIcon, useClassLabel } from "./classes.tsx";
import { useItemSearch } from "./queries.ts";

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const classLabel = useClassLabel();
  const wanted = useCan()("cmdb:read") && text !== "";
  const { data, isPlaceholderData } = useItemSearch(text, opened && wanted, 5);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map(({ id, name, class: itsClass, environment, criticality }) => ({
      id,
      label: name,
      description: [classLabel(itsClass), environment].filter(Boolean).join(", "),
      icon: <ClassIcon name={itsClass} size={17} />,
      aside: <CriticalityBadge criticality={criticality} />,
      run: () => void navigate({ to: "/cmdb/$id", params: { id } }),
    }));
  return { label: "CMDB", actions };
}
