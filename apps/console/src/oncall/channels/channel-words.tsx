import type { ChannelType, NotificationChannel } from "@opsplane/contract";
import {
  type Icon,
  IconBell,
  IconBrandSlack,
  IconBrandTeams,
  IconBrowser,
  IconMail,
  IconWebhook,
} from "@tabler/icons-react";

export const channelTypeWords: Record<ChannelType, string> = {
  email: "Email",
  webhook: "Webhook",
  slack: "Slack",
  teams: "Microsoft Teams",
  ntfy: "ntfy",
  browser: "Browser",
};

const icons: Record<ChannelType, Icon> = {
  email: IconMail,
  webhook: IconWebhook,
  slack: IconBrandSlack,
  teams: IconBrandTeams,
  ntfy: IconBell,
  browser: IconBrowser,
};

export function ChannelIcon({ type, size = 16 }: { type: ChannelType; size?: number }) {
  const TypeIcon = icons[type];
  return <TypeIcon size={size} stroke={1.7} aria-hidden="true" />;
}

/** Where a channel sends to: `ada@example.com`, `https://ntfy.sh/ops`. */
export function placeText({ config: { email, url, topic } }: Pick<NotificationChannel, "config">): string {
  return email ?? (topic ? `${url}/${topic}` : (url ?? ""));
}
