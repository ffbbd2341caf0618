import { IconBook2, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan } from "../session/context.tsx";
import { RunbookStatusText } from "./badges.tsx";
import { useRunbookSearch } from "./queries.ts";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  if (!useCan()("runbooks:write")) return [];
  const run = () => void navigate({ to: "/runbooks/$id", params: { id: "new" } });
  return [{ id: "new-runbook", label: "New runbook", icon: <IconPlus size={17} />, run }];
}

export function usePaletteRecords({ text, opened, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const wanted = useCan()("runbooks:read") && text !== "";
  const { data, isPlaceholderData } = useRunbookSearch(text, opened && wanted);
  const actions = (wanted ? (data?.items ?? []) : [])
    .filter(({ name, tags }) => fits(`${name} ${tags.join(" ")}`, isPlaceholderData))
    .map(({ id, name, tags, status }) => ({
      id,
      label: name,
      description: tags.join(", "),
      icon: <IconBook2 size={17} stroke={1.7} />,
      aside: <RunbookStatusText status={status} />,
      run: () => void navigate({ to: "/runbooks/$id", params: { id } }),
    }));
  return { label: "Runbooks", actions };
}
