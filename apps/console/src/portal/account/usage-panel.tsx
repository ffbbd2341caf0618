import { Progress, Stack, Text } from "@mantine/core";
import { TimeText } from "../../time/time.tsx";
import { Panel } from "../../ui/panel.tsx";
import { percentText } from "../../ui/quantity.ts";
import { QueryFace } from "../../ui/query-face.tsx";
import { useUsage } from "./queries.ts";

/** What a deployment reported last, against the limits of the plan. */
export function UsagePanel({ tenantId }: { tenantId: string }) {
  const usage = useUsage(tenantId);
  return (
    <Panel title="Usage this month">
      <QueryFace query={usage}>
        {({ users, data_gb, ai_credits, reported_at, limits }) =>
          reported_at === null ? (
            <Text size="sm" c="dimmed">
              No usage has been reported. Self-hosted deployments show it in their own settings.
            </Text>
          ) : (
            <Stack gap="sm">
              <Meter name="Users" used={users} limit={limits.users} />
              <Meter name="Data (GB)" used={data_gb} limit={limits.data_gb_per_month} />
              <Meter name="AI credits" used={ai_credits} limit={limits.ai_credits_per_month} />
              <Text size="xs" c="dimmed">
                Reported <TimeText at={reported_at} />
              </Text>
            </Stack>
          )
        }
      </QueryFace>
    </Panel>
  );
}

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

function Meter({ name, used, limit }: { name: string; used: number | null; limit: number | null }) {
  if (used === null) return null;
  const part = limit === null || limit === 0 ? 0 : (used / limit) * 100;
  return (
    <div>
      <div style={{ display: "flex", justifyContent: "space-between", marginBottom: 4 }}>
        <span>{name}</span>
        <span className="dim">
          {numbers.format(used)} of {limit === null ? "unlimited" : numbers.format(limit)}
          {limit ? ` (${percentText(used, limit)})` : ""}
        </span>
      </div>
      <Progress
        value={Math.min(part, 100)}
        color={part >= 100 ? "red" : part >= 80 ? "yellow" : "teal"}
        aria-label={`${name}: ${numbers.format(used)} of ${limit === null ? "unlimited" : numbers.format(limit)}`}
      />
    </div>
  );
}
