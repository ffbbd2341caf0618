import { NumberInput, Switch, TextInput } from "@mantine/core";
import classes from "./fields.module.css";
import type { StepFieldsProps } from "./props.ts";

/** The settings that steps of every type have. */
export function CommonFields({ step, path, problems, set }: StepFieldsProps) {
  const waitsForPerson = step.type === "approval" || step.type === "manual";
  const seconds = (value: string | number) => (typeof value === "number" ? value : undefined);
  return (
    <details className={classes.more} open={problems.error(`${path}.condition`) !== undefined ? true : undefined}>
      <summary>Condition, timeout and failure</summary>
      <div className={classes.moreBody}>
        <TextInput
          label="Condition"
          description="A CEL expression. When it is false, the step is skipped."
          placeholder="steps.check.value > 90"
          classNames={{ input: "mono" }}
          spellCheck={false}
          maxLength={2000}
          error={problems.error(`${path}.condition`)}
          value={step.condition ?? ""}
          onChange={(event) => set({ condition: event.currentTarget.value || undefined })}
        />
        <div className={classes.cells}>
          {step.type === "wait" ? null : (
            <NumberInput
              size="sm"
              label={waitsForPerson ? "Waits at most (seconds)" : "Timeout (seconds)"}
              min={1}
              max={2_592_000}
              allowDecimal={false}
              error={problems.error(`${path}.timeout_seconds`)}
              value={step.timeout_seconds ?? ""}
              onChange={(value) => set({ timeout_seconds: seconds(value) })}
            />
          )}
          {waitsForPerson || step.type === "wait" ? null : (
            <>
              <NumberInput
                size="sm"
                label="Retries"
                min={0}
                max={10}
                allowDecimal={false}
                value={step.retries ?? 0}
                onChange={(value) => set({ retries: seconds(value) || undefined })}
              />
              <NumberInput
                size="sm"
                label="Retry delay (seconds)"
                min={0}
                max={3600}
                allowDecimal={false}
                value={step.retry_delay_seconds ?? 5}
                onChange={(value) => set({ retry_delay_seconds: seconds(value) })}
              />
            </>
          )}
          <TextInput
            label="ID in templates"
            classNames={{ input: "mono" }}
            placeholder="From the title"
            maxLength={40}
            error={problems.error(`${path}.id`)}
            value={step.id ?? ""}
            onChange={(event) => set({ id: event.currentTarget.value.trim() || undefined })}
          />
        </div>
        <Switch
          size="xs"
          label="Continue on failure"
          description="When this step fails, the next one still runs"
          checked={step.continue_on_failure ?? false}
          onChange={(event) => set({ continue_on_failure: event.currentTarget.checked || undefined })}
        />
        {step.type === "command" || step.type === "http" ? (
          <Switch
            size="xs"
            label="Safe to repeat"
            description="When the server stops while the step runs, a safe step runs again. Any other one fails."
            checked={step.safe_to_repeat ?? false}
            onChange={(event) => set({ safe_to_repeat: event.currentTarget.checked || undefined })}
          />
        ) : null}
      </div>
    </details>
  );
}
