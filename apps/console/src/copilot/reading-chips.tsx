import { Menu } from "@mantine/core";
import type { CopilotReadingPart } from "@opsplane/contract";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import classes from "./reading-chips.module.css";

interface ReadingChipsProps {
  parts: readonly CopilotReadingPart[];
  onAsk: (question: string) => void;
}

/** How a question was read. Each part can be changed or taken out, which asks again. */
export function ReadingChips({ parts, onAsk }: ReadingChipsProps) {
  return (
    <ul className={classes.chips} aria-label="Read as">
      {parts.map((part) => (
        <li key={`${part.part} ${part.label}`} className={classes.chip}>
          {part.options.length > 0 ? <Changeable part={part} onAsk={onAsk} /> : <span>{part.label}</span>}
          {part.without === null ? null : <TakeOut label={part.label} ask={part.without} onAsk={onAsk} />}
        </li>
      ))}
    </ul>
  );
}

function Changeable({ part, onAsk }: { part: CopilotReadingPart } & Pick<ReadingChipsProps, "onAsk">) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.change} aria-label={`Change: ${part.label}`}>
          {part.label}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {part.options.map(({ label, ask }) => (
          <Menu.Item key={label} onClick={() => onAsk(ask)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TakeOut({ label, ask, onAsk }: { label: string; ask: string } & Pick<ReadingChipsProps, "onAsk">) {
  return (
    <button type="button" className={classes.remove} aria-label={`Without: ${label}`} onClick={() => onAsk(ask)}>
      <IconX size={12} aria-hidden />
    </button>
  );
}
