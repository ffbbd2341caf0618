import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { useMayAsk } from "./may-ask.ts";
import { setCopilotOpened, toggleCopilot, useCopilotOpened } from "./opened.ts";

const Panel = lazy(() => import("./panel.tsx").then(({ CopilotPanel }) => ({ default: CopilotPanel })));

/** The panel beside every page, opened by Ctrl/Cmd-J. */
export function CopilotProvider({ children }: { children: ReactNode }) {
  const mayAsk = useMayAsk();
  const opened = useCopilotOpened();
  // Once open, the panel keeps its conversation while it is closed.
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  // Also while a person types in a field.
  useHotkeys([["mod+J", () => mayAsk && toggleCopilot()]], [], true);
  return (
    <>
      {children}
      {mayAsk && wasOpened.current ? (
        <Suspense fallback={null}>
          <Panel opened={opened} onClose={() => setCopilotOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
