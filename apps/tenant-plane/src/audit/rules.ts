/** Token refreshes are most of the log and say little: they are listed only for whoever asks for them. */
export function hidesRefreshes({ action, include }: { action?: string; include?: "refreshes" }): boolean {
  return include !== "refreshes" && !action?.startsWith("auth.refresh");
}
