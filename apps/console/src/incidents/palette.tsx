import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { StatusText } from "../records/incident-status.tsx";
import { useNewIncident } from "../records/new-incident.ts";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { useCan } from "../session/context.tsx";
import { useIncidentSearch } from "./queries.ts";

export function usePaletteActions(): PaletteAction[] {
  const openNew = useNewIncident();
  if (!useCan()("incidents:write")) return [];
  const aside = <span className="mono">n</span>;
  return [{ id: "new-incident", label: "New incident", icon: <IconPlus size={17} />, aside, run: () => openNew() }];
}

/** The only records that the palette offers before anything is typed: the incidents that changed last. */
export function usePaletteRecords({ text, opened, reference: typed, fits }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const mayRead = useCan()("incidents:read");
  const { data, isPlaceholderData } = useIncidentSearch(text, opened && mayRead);
  const actions = (data?.items ?? [])
    .filter(({ title, reference }) => reference !== typed && fits(`${title} ${reference}`, isPlaceholderData))
    .map(({ id, title, reference, severity, status }) => ({
      id,
      label: title,
      description: reference,
      icon: <SeverityBadge severity={severity} />,
      aside: <StatusText status={status} />,
      run: () => void navigate({ to: "/incidents/$reference", params: { reference } }),
    }));
  return { label: "Incidents", actions };
}
