import { IconSparkles } from "@tabler/icons-react";
import { defineFeature } from "../feature/feature.ts";
import type { PaletteAction } from "../feature/palette.ts";
import { useMayAsk } from "./may-ask.ts";
import { setCopilotOpened } from "./opened.ts";
import { CopilotProvider } from "./provider.tsx";

function usePaletteActions(): PaletteAction[] {
  if (!useMayAsk()) return [];
  const icon = <IconSparkles size={17} stroke={1.7} />;
  return [{ id: "copilot", label: "Ask the copilot", icon, run: () => setCopilotOpened(true) }];
}

/** Questions about the tenant's data, beside any page. */
export const copilotFeature = defineFeature({
  routes: [],
  palette: { useActions: usePaletteActions },
  Provider: CopilotProvider,
});
