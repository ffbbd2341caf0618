import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { zoneRange } from "../../time/zone.ts";

interface GapWarningProps {
  gaps: readonly { from: string; to: string }[];
  timezone: string;
}

const maxNamed = 3;

/** Names the times in which no one is on call. */
export function GapWarning({ gaps, timezone }: GapWarningProps) {
  if (gaps.length === 0) return null;
  const more = gaps.length - maxNamed;
  return (
    <Alert color="red" variant="light" p="xs" icon={<IconAlertTriangle size={16} />} role="status">
      {gaps.slice(0, maxNamed).map(({ from, to }) => (
        <div key={from}>No one is on call {zoneRange(from, to, timezone)}.</div>
      ))}
      {more > 0 ? <div>And {more} more gaps in this view.</div> : null}
    </Alert>
  );
}
