import { ActionIcon, Tooltip } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useMayAsk } from "./may-ask.ts";
import { toggleCopilot, useCopilotOpened } from "./opened.ts";

/** Absent for those who cannot ask. */
export function CopilotButton() {
  const opened = useCopilotOpened();
  if (!useMayAsk()) return null;
  return (
    <Tooltip label="Copilot (Ctrl J)">
      <ActionIcon size={30} onClick={toggleCopilot} aria-label="Copilot" aria-expanded={opened}>
        <IconSparkles size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
