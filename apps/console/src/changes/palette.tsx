import { IconArrowsExchange, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { ChangeStatusText } from "../records/change-badges.tsx";
import { useCan } from "../session/context.tsx";
import { useChangeSearch } from "./queries.ts";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  if (!useCan()("itsm:write")) return [];
  const run = () => void navigate({ to: "/changes/new" });
  return [{ id: "new-change", label: "New change", icon: <IconPlus size={17} />, run }];
}

export function usePaletteRecords({ text, opened, reference: typed, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const wanted = useCan()("itsm:read") && text !== "";
  const { data, isPlaceholderData } = useChangeSearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ title, reference }) => reference !== typed && fits(`${title} ${reference}`, isPlaceholderData))
    .map(({ id, title, reference, status }) => ({
      id,
      label: title,
      description: reference,
      icon: <IconArrowsExchange size={17} stroke={1.7} />,
      aside: <ChangeStatusText status={status} />,
      run: () => void navigate({ to: "/changes/$reference", params: { reference } }),
    }));
  return { label: "Changes", actions };
}
