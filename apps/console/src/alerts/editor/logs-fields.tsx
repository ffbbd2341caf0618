import { Input, MultiSelect } from "@mantine/core";
import { logLevels } from "@opsplane/contract";
import { useMemo } from "react";
import { useApi } from "../../api/api.tsx";
import { suggestionsOf } from "../../logs/index.ts";
import form from "../../ui/preview-form.module.css";
import { QueryField } from "../../ui/query-field/query-field.tsx";
import type { PartProps } from "./condition-panel.tsx";
import classes from "./editor.module.css";
import { useRecentDay } from "./recent-day.ts";
import { ServicesField } from "./services-field.tsx";

/** Which log records are counted. */
export function LogsFields({ draft, onChange }: PartProps) {
  const api = useApi();
  const interval = useRecentDay();
  const suggestions = useMemo(() => suggestionsOf(api, () => interval), [api, interval]);
  const set = (q: string) => onChange({ q });
  return (
    <>
      <Input.Wrapper
        label="Query"
        description="In the language of the log search. Empty: all records"
        labelElement="div"
      >
        <div className={classes.query}>
          <QueryField
            label="Log query"
            placeholder="timeout status:>=500"
            value={draft.q}
            onChange={set}
            onRun={set}
            suggestions={suggestions}
          />
        </div>
      </Input.Wrapper>
      <div className={form.pair}>
        <MultiSelect
          label="Levels"
          placeholder={draft.level.length > 0 ? "" : "Any"}
          data={[...logLevels]}
          value={draft.level}
          onChange={(chosen) => onChange({ level: logLevels.filter((level) => chosen.includes(level)) })}
        />
        <ServicesField value={draft.service} onChange={(service) => onChange({ service })} />
      </div>
    </>
  );
}
