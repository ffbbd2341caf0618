import type { RunbookContent, RunbookStep } from "@opsplane/contract";
import { Markdown } from "../ui/markdown.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./content-view.module.css";
import { signalSummary, stepLooks, stepSummary } from "./steps/types.tsx";
import { parameterTypeWords } from "./words.ts";

/** The content of a runbook to read: for people who cannot edit it, of an earlier version, or in the library. */
export function ContentView({ content }: { content: RunbookContent }) {
  const { description, notes, parameters, steps, on_failure, verification, lock_key } = content;
  return (
    <div className={classes.content}>
      {description ? <p className={classes.text}>{description}</p> : null}
      {notes ? <Markdown source={notes} /> : null}
      {parameters.length > 0 ? (
        <section>
          <h3>Parameters</h3>
          <ul className={classes.rows}>
            {parameters.map(({ name, label, type, required, default: first }) => (
              <li key={name}>
                <code className="mono">{name}</code> {label ? `${label}, ` : ""}
                <span className="dim">
                  {parameterTypeWords[type]}
                  {required ? ", required" : ""}
                  {first === undefined || first === null ? "" : `, default ${String(first)}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3>Steps</h3>
        <Steps steps={steps} />
      </section>
      {on_failure.length > 0 ? (
        <section>
          <h3>If a step fails</h3>
          <Steps steps={on_failure} />
        </section>
      ) : null}
      {verification ? (
        <section>
          <h3>Verification</h3>
          <p className={classes.text}>
            {verification.title ? `${verification.title}: ` : ""}
            <span className="mono">{signalSummary(verification.query)}</span>
          </p>
        </section>
      ) : null}
      {lock_key ? (
        <section>
          <h3>Lock</h3>
          <p className={classes.text}>
            <span className="mono">{lock_key}</span>
          </p>
        </section>
      ) : null}
    </div>
  );
}

function Steps({ steps }: { steps: readonly RunbookStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => {
        const { icon: TypeIcon, word } = stepLooks[step.type];
        return (
          <li key={step.id}>
            <div className={classes.head}>
              <TypeIcon size={15} aria-label={word} />
              <b>{step.title}</b>
              {step.condition ? <Tag>if {step.condition}</Tag> : null}
              {step.continue_on_failure ? <Tag>continues on failure</Tag> : null}
            </div>
            <StepText step={step} />
          </li>
        );
      })}
    </ol>
  );
}

function StepText({ step }: { step: RunbookStep }) {
  if (step.type === "command" || step.type === "http") {
    const text = step.type === "command" ? step.command : [stepSummary(step), step.body ?? ""].join("\n").trim();
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      <pre tabIndex={0}>{text}</pre>
    );
  }
  const written = step.instructions ?? step.message;
  return written ? <Markdown source={written} /> : <span className="dim">{stepSummary(step)}</span>;
}
