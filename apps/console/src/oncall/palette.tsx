import { IconPhoneCall, IconPlus, IconUserShare } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction } from "../feature/palette.ts";
import { useCan, useProfile } from "../session/context.tsx";

export function usePaletteActions(): PaletteAction[] {
  const navigate = useNavigate();
  const can = useCan();
  const { modules } = useProfile();
  if (!can("oncall:read") || !modules.includes("incidents")) return [];
  const read: PaletteAction = {
    id: "who-is-on-call",
    label: "Who is on call",
    icon: <IconPhoneCall size={17} />,
    run: () => void navigate({ to: "/oncall" }),
  };
  if (!can("oncall:write")) return [read];
  return [
    read,
    {
      id: "new-schedule",
      label: "New schedule",
      description: "On-call",
      icon: <IconPlus size={17} />,
      run: () => void navigate({ to: "/oncall/schedules/new" }),
    },
    {
      id: "on-call-override",
      label: "Override…",
      description: "Put someone on call for a time",
      icon: <IconUserShare size={17} />,
      run: () => void navigate({ to: "/oncall", search: { override: "new" } }),
    },
  ];
}
