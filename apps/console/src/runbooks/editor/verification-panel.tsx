import { NumberInput, Switch, TextInput } from "@mantine/core";
import type { Verification } from "@opsplane/contract";
import { Panel } from "../../ui/panel.tsx";
import { SignalFields } from "../steps/signal-fields.tsx";
import { edited, type RunbookDraft } from "./draft.ts";
import classes from "./editor.module.css";
import { ProblemList } from "./problem-list.tsx";
import { anchorOf, type Problems } from "./problems.ts";

interface VerificationPanelProps {
  draft: RunbookDraft;
  problems: Problems;
  onChange: (changes: Partial<RunbookDraft>) => void;
}

const firstVerification: Verification = {
  title: "",
  query: { source: "metrics", metric_name: "", agg: "avg", window_seconds: 300, operator: "<", threshold: 0 },
  within_seconds: 300,
};

/** The signal that must be good afterwards, and the lock between executions. */
export function VerificationPanel({ draft, problems, onChange }: VerificationPanelProps) {
  const { verification, lock_key } = draft;
  const own = problems.within("verification");
  return (
    <>
      <Panel title="Verification">
        <div className={classes.fields} id={anchorOf("verification")} tabIndex={-1}>
          <Switch
            size="xs"
            label="Check a signal after the last step"
            description="The execution is verified when the signal becomes good in time"
            checked={verification !== null}
            onChange={(event) => onChange({ verification: event.currentTarget.checked ? firstVerification : null })}
          />
          {verification ? (
            <>
              <div className={classes.pair}>
                <TextInput
                  label="Title"
                  placeholder="Disk usage is below 80 %"
                  maxLength={200}
                  value={verification.title ?? ""}
                  onChange={(event) =>
                    onChange({ verification: { ...verification, title: event.currentTarget.value } })
                  }
                />
                <NumberInput
                  size="sm"
                  label="Becomes good within (seconds)"
                  min={0}
                  max={86_400}
                  allowDecimal={false}
                  value={verification.within_seconds ?? 300}
                  onChange={(value) =>
                    onChange({
                      verification: edited(verification, {
                        within_seconds: typeof value === "number" ? value : undefined,
                      }),
                    })
                  }
                />
              </div>
              <SignalFields
                query={verification.query}
                path="verification.query"
                problems={problems}
                onChange={(query) => onChange({ verification: { ...verification, query } })}
              />
            </>
          ) : null}
          <div style={{ marginLeft: -26 }}>
            <ProblemList problems={own} />
          </div>
        </div>
      </Panel>
      <Panel title="Lock">
        <div id={anchorOf("lock_key")} tabIndex={-1}>
          <TextInput
            label="Lock key"
            description="Executions with the same key never run at once. Empty: no lock."
            placeholder="disk-{{ parameters.host }}"
            classNames={{ input: "mono" }}
            maxLength={300}
            error={problems.error("lock_key")}
            value={lock_key}
            onChange={(event) => onChange({ lock_key: event.currentTarget.value })}
          />
        </div>
      </Panel>
    </>
  );
}
