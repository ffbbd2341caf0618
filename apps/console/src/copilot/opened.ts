import { useSyncExternalStore } from "react";

/** Whether the panel is open. It stays open while pages change. */
let opened = false;
const hearers = new Set<() => void>();

export function setCopilotOpened(next: boolean): void {
  opened = next;
  for (const hear of hearers) hear();
}

export function toggleCopilot(): void {
  setCopilotOpened(!opened);
}

export function useCopilotOpened(): boolean {
  return useSyncExternalStore(
    (hear) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    () => opened,
  );
}
