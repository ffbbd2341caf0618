import { useCan, useProfile } from "../session/context.tsx";

/** The role and the plan include the copilot. */
export function useMayAsk(): boolean {
  const { modules } = useProfile();
  return useCan()("copilot:ask") && modules.includes("ai");
}
