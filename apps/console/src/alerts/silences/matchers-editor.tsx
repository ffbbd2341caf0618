import { ActionIcon, Autocomplete, Button, Input, Select, TextInput } from "@mantine/core";
import { matcherOperators } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { MatcherDraft } from "./silence-draft.ts";
import classes from "./silences.module.css";

interface MatchersEditorProps {
  matchers: readonly MatcherDraft[];
  error: string | undefined;
  onChange: (matchers: MatcherDraft[]) => void;
}

const operatorWords: Record<MatcherDraft["operator"], string> = {
  "=": "= is",
  "!=": "!= is not",
  "=~": "=~ matches",
  "!~": "!~ does not match",
};

/** Labels of every alert. Others depend on the alert. */
const usualNames = ["alertname", "severity", "policy", "integration", "service", "host", "instance"];

/** Conditions on labels, all of which must match. */
export function MatchersEditor({ matchers, error, onChange }: MatchersEditorProps) {
  const set = (index: number, fields: Partial<MatcherDraft>) =>
    onChange(matchers.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  return (
    <Input.Wrapper
      label="Alerts that match"
      description="All conditions must match. =~ takes a regular expression for the whole value."
      error={error}
      labelElement="div"
    >
      <div className={classes.matchers}>
        {matchers.map((matcher, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two matchers can be the same
          <div key={index} className={classes.matcher}>
            <Autocomplete
              aria-label={`Label ${index + 1}`}
              placeholder="Label"
              maxLength={200}
              data={usualNames}
              value={matcher.name}
              onChange={(name) => set(index, { name })}
            />
            <Select
              aria-label={`Operator ${index + 1}`}
              allowDeselect={false}
              data={matcherOperators.map((value) => ({ value, label: operatorWords[value] }))}
              value={matcher.operator}
              onChange={(chosen) =>
                set(index, { operator: matcherOperators.find((each) => each === chosen) ?? matcher.operator })
              }
            />
            <TextInput
              aria-label={`Value ${index + 1}`}
              placeholder="Value"
              maxLength={1000}
              spellCheck={false}
              value={matcher.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              size={30}
              aria-label={`Remove condition ${index + 1}`}
              onClick={() => onChange(matchers.filter((_, at) => at !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} />}
            disabled={matchers.length >= 20}
            onClick={() => onChange([...matchers, { name: "", operator: "=", value: "" }])}
          >
            Add condition
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}
