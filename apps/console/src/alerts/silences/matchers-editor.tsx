import { Autocomplete, Input, Select, TextInput } from "@mantine/core";
import { matcherOperators } from "@opsplane/contract";
import { RowsEditor } from "../../ui/rows-editor.tsx";
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
  return (
    <Input.Wrapper
      label="Alerts that match"
      description="All conditions must match. =~ takes a regular expression for the whole value."
      error={error}
      labelElement="div"
    >
      <RowsEditor
        rows={matchers}
        noun="condition"
        max={20}
        newRow={{ name: "", operator: "=", value: "" }}
        rowClass={classes.matcher}
        onChange={onChange}
        fields={({ name, operator, value }, number, set) => (
          <>
            <Autocomplete
              aria-label={`Label ${number}`}
              placeholder="Label"
              maxLength={200}
              data={usualNames}
              value={name}
              onChange={(chosen) => set({ name: chosen })}
            />
            <Select
              aria-label={`Operator ${number}`}
              allowDeselect={false}
              data={matcherOperators.map((each) => ({ value: each, label: operatorWords[each] }))}
              value={operator}
              onChange={(chosen) => set({ operator: matcherOperators.find((each) => each === chosen) ?? operator })}
            />
            <TextInput
              aria-label={`Value ${number}`}
              placeholder="Value"
              maxLength={1000}
              spellCheck={false}
              value={value}
              onChange={(event) => set({ value: event.currentTarget.value })}
            />
          </>
        )}
      />
    </Input.Wrapper>
  );
}
