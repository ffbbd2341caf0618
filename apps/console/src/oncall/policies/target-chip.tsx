import { CloseButton } from "@mantine/core";
import type { EscalationTargetType } from "@opsplane/contract";
import { type Icon, IconCalendarTime, IconMessage2, IconUser, IconUsersGroup } from "@tabler/icons-react";
import classes from "./policy.module.css";
import type { NamedTarget } from "./policy-draft.ts";
import { targetText } from "./policy-words.ts";

const icons: Record<EscalationTargetType, Icon> = {
  schedule: IconCalendarTime,
  user: IconUser,
  team: IconUsersGroup,
  channel: IconMessage2,
};

export function TargetChip({ target, onRemove }: { target: NamedTarget; onRemove?: () => void }) {
  const TargetIcon = icons[target.type];
  return (
    <span className={classes.chip} data-bad={Boolean(target.problem)} title={target.problem ?? targetText(target)}>
      <TargetIcon size={14} aria-hidden="true" />
      <span className="truncate">{target.name || "Deleted"}</span>
      {onRemove ? <CloseButton size={18} aria-label={`Remove ${targetText(target)}`} onClick={onRemove} /> : null}
    </span>
  );
}
