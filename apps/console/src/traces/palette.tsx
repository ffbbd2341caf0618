import { IconTimeline } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { useCan } from "../session/context.tsx";
import { traceIdIn } from "./trace-id.ts";

/** A typed trace id offers its trace. */
export function usePaletteRecords({ text }: PaletteQuery): PaletteGroup {
  const navigate = useNavigate();
  const traceId = useCan()("observability:read") ? traceIdIn(text) : undefined;
  const actions = traceId
    ? [
        {
          id: `trace-${traceId}`,
          label: "Open trace",
          description: traceId,
          icon: <IconTimeline size={17} />,
          run: () => void navigate({ to: "/traces/$traceId", params: { traceId } }),
        },
      ]
    : [];
  return { label: "Traces", actions };
}
