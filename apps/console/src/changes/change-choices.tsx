import { Menu, UnstyledButton } from "@mantine/core";
import { type Change, changeTypes, riskLevels } from "@opsplane/contract";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { RiskBadge, riskWords, typeWords } from "../records/change-badges.tsx";
import { useUpdateChange } from "./mutations.ts";

/** Type and risk of a change that is still being planned. */
export function TypeChoice({ change }: { change: Change }) {
  const update = useUpdateChange(change);
  return (
    <Choice
      label={`Type ${typeWords[change.type]}, change`}
      options={changeTypes.map((type) => ({ value: type, label: typeWords[type] }))}
      chosen={change.type}
      onChoose={(type) => update.mutate({ patch: { type } })}
    >
      {typeWords[change.type]}
    </Choice>
  );
}

export function RiskChoice({ change }: { change: Change }) {
  const update = useUpdateChange(change);
  return (
    <Choice
      label={`Risk ${riskWords[change.risk_level]}, change`}
      options={riskLevels.map((risk) => ({ value: risk, label: <RiskBadge risk={risk} /> }))}
      chosen={change.risk_level}
      onChoose={(risk_level) => update.mutate({ patch: { risk_level } })}
    >
      <RiskBadge risk={change.risk_level} />
    </Choice>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; label: ReactNode }[];
  chosen: T;
  onChoose: (value: T) => void;
  children: ReactNode;
}

function Choice<T extends string>({ label, options, chosen, onChoose, children }: ChoiceProps<T>) {
  return (
    <Menu position="bottom-start" width={170}>
      <Menu.Target>
        <UnstyledButton
          aria-label={label}
          style={{ display: "inline-flex", alignItems: "center", gap: 3, borderRadius: 4, fontSize: "inherit" }}
        >
          {children}
          <IconChevronDown size={13} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            rightSection={option.value === chosen ? <IconCheck size={14} /> : null}
            onClick={() => option.value !== chosen && onChoose(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
