import { Button } from "@mantine/core";
import type { ChannelDelivery, NotificationChannel } from "@opsplane/contract";
import { IconSend } from "@tabler/icons-react";
import classes from "./channels.module.css";
import { useTestResult } from "./queries.ts";

interface TestButtonProps {
  channel: Pick<NotificationChannel, "name">;
  test: { isPending: boolean; mutate: () => void };
}

export function TestButton({ channel, test }: TestButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconSend size={13} />}
      loading={test.isPending}
      aria-label={`Test ${channel.name}`}
      onClick={() => test.mutate()}
    >
      Test
    </Button>
  );
}

/** What became of a test message. */
export function TestResult({ channelId, delivery }: { channelId: string; delivery: ChannelDelivery }) {
  const { status, error, response_status } = useTestResult(channelId, delivery).data ?? delivery;
  const words = {
    pending: "Sending a test…",
    sending: "Sending a test…",
    delivered: `Test delivered${response_status ? `: the receiver answered ${response_status}` : ""}.`,
    failed: `Test failed: ${error ?? "no answer"}`,
    canceled: "The test was canceled.",
  };
  return (
    <div role="status" aria-label="Test result" className={classes.result} data-status={status}>
      {words[status]}
    </div>
  );
}
