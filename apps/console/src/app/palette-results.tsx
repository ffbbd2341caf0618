import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowRight, IconArrowsExchange } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChangeStatusText } from "../changes/badges.tsx";
import { useChangeSearch } from "../changes/queries.ts";
import { CriticalityBadge } from "../cmdb/badges.tsx";
import { ClassIcon, useClassLabel } from "../cmdb/classes.tsx";
import { useItemSearch } from "../cmdb/queries.ts";
import { useIncidentSearch } from "../incidents/queries.ts";
import { SeverityBadge } from "../incidents/severity-badge.tsx";
import { StatusText } from "../incidents/status-text.tsx";
import { useCan } from "../session/context.tsx";
import { referenceIn } from "./reference.ts";

export interface Action {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  aside?: ReactNode;
  run: () => void;
}

export interface ActionGroup {
  label: string;
  actions: Action[];
}

/** The records that fit what was typed. All but incidents wait for a word, so that an empty field offers pages. */
export function useFoundRecords(query: string, opened: boolean): ActionGroup[] {
  const typed = useTyped(query, opened);
  const [jump, incidents, changes, items] = [
    useJump(query),
    useFoundIncidents(typed),
    useFoundChanges(typed),
    useFoundItems(typed),
  ];
  return [
    { label: "Reference", actions: jump },
    { label: "Incidents", actions: incidents },
    { label: "Changes", actions: changes },
    { label: "Configuration", actions: items },
  ];
}

interface Typed {
  /** What the server is asked for. */
  settled: string;
  opened: boolean;
  /**
   * Until the server has answered to these words, what it answered to the ones before is sieved here, so that Enter
   * never opens something else than what was typed.
   */
  fits: (text: string, isPlaceholder: boolean) => boolean;
}

function useTyped(query: string, opened: boolean): Typed {
  const [settled] = useDebouncedValue(query.trim(), 150);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    settled,
    opened,
    fits: (text, isPlaceholder) =>
      (!isPlaceholder && settled === query.trim()) || words.every((word) => text.toLowerCase().includes(word)),
  };
}

function useJump(query: string): Action[] {
  const navigate = useNavigate();
  const meant = referenceIn(query);
  if (!meant) return [];
  const { to, reference } = meant;
  const run = () => void navigate({ to, params: { reference } });
  return [{ id: `jump-${reference}`, label: `Open ${reference}`, icon: <IconArrowRight size={17} />, run }];
}

function useFoundIncidents({ settled, opened, fits }: Typed): Action[] {
  const navigate = useNavigate();
  const mayRead = useCan()("incidents:read");
  const { data, isPlaceholderData } = useIncidentSearch(settled, opened && mayRead);
  const typed = referenceIn(settled)?.reference;
  return (data?.items ?? [])
    .filter(({ title, reference }) => reference !== typed && fits(`${title} ${reference}`, isPlaceholderData))
    .map(({ id, title, reference, severity, status }) => ({
      id,
      label: title,
      description: reference,
      icon: <SeverityBadge severity={severity} />,
      aside: <StatusText status={status} />,
      run: () => void navigate({ to: "/incidents/$reference", params: { reference } }),
    }));
}

function useFoundChanges({ settled, opened, fits }: Typed): Action[] {
  const navigate = useNavigate();
  const mayRead = useCan()("itsm:read");
  const { data, isPlaceholderData } = useChangeSearch(settled, opened && settled !== "" && mayRead);
  if (settled === "") return [];
  const typed = referenceIn(settled)?.reference;
  return (data?.items ?? [])
    .filter(({ title, reference }) => reference !== typed && fits(`${title} ${reference}`, isPlaceholderData))
    .map(({ id, title, reference, status }) => ({
      id,
      label: title,
      description: reference,
      icon: <IconArrowsExchange size={17} stroke={1.7} />,
      aside: <ChangeStatusText status={status} />,
      run: () => void navigate({ to: "/changes/$reference", params: { reference } }),
    }));
}

function useFoundItems({ settled, opened, fits }: Typed): Action[] {
  const navigate = useNavigate();
  const classLabel = useClassLabel();
  const mayRead = useCan()("cmdb:read");
  const { data, isPlaceholderData } = useItemSearch(settled, opened && settled !== "" && mayRead, 5);
  if (settled === "") return [];
  return (data?.items ?? [])
    .filter(({ name }) => fits(name, isPlaceholderData))
    .map(({ id, name, class: itsClass, environment, criticality }) => ({
      id,
      label: name,
      description: [classLabel(itsClass), environment].filter(Boolean).join(", "),
      icon: <ClassIcon name={itsClass} size={17} />,
      aside: <CriticalityBadge criticality={criticality} />,
      run: () => void navigate({ to: "/cmdb/$id", params: { id } }),
    }));
}
