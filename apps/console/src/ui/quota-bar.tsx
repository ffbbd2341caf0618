import { Progress } from "@mantine/core";

/** How much of a limit is used. It warns from 80 % on. */
export function QuotaBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const share = limit === 0 ? 1 : used / limit;
  return <Progress value={Math.min(100, share * 100)} color={colorOf(share)} aria-label={label} />;
}

function colorOf(share: number): string {
  if (share >= 1) return "var(--op-red)";
  return share >= 0.8 ? "var(--op-amber)" : "var(--op-accent)";
}
