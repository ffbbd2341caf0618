import type { Rollout } from "@opsplane/contract/control-plane";

/** `3 of 5, 1 failed`: how far a rollout is. */
export function progressText({ pending, upgrading, succeeded, failed, skipped }: Rollout["counts"]): string {
  const total = pending + upgrading + succeeded + failed + skipped;
  const parts = [`${succeeded} of ${total}`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return parts.join(", ");
}

/** `1.4.2 → 1.5.0` once the deployment reports another version than before. */
export function versionText(before: string | null, reported: string | null): string {
  if (before === null || reported === null || before === reported) return reported ?? before ?? "unknown";
  return `${before} → ${reported}`;
}
