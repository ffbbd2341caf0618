/** Token refreshes make up most of the log and say little, so they are listed only on request. */
export function hidesRefreshes({ action, include }: { action?: string; include?: "refreshes" }): boolean {
  return include !== "refreshes" && !action?.startsWith("auth.refresh");
}
