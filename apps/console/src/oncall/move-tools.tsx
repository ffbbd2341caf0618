import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import classes from "./move-tools.module.css";

interface MoveToolsProps {
  /** The part, for screen readers: `layer 1`, `Ada`. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove?: () => void;
}

/** Moves a part of a list up or down, or removes it. */
export function MoveTools({ name, isFirst, isLast, onMove, onRemove }: MoveToolsProps) {
  return (
    <span className={classes.tools}>
      <Tooltip label="Up (Alt ↑)">
        <ActionIcon size={24} disabled={isFirst} aria-label={`Move ${name} up`} onClick={() => onMove(-1)}>
          <IconArrowUp size={14} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Down (Alt ↓)">
        <ActionIcon size={24} disabled={isLast} aria-label={`Move ${name} down`} onClick={() => onMove(1)}>
          <IconArrowDown size={14} />
        </ActionIcon>
      </Tooltip>
      {onRemove ? (
        <ActionIcon size={24} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={14} />
        </ActionIcon>
      ) : null}
    </span>
  );
}
