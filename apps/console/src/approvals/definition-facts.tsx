import type { ApprovalDefinition } from "@opsplane/contract";
import { Panel } from "../ui/panel.tsx";
import { Tag } from "../ui/tag.tsx";
import chain from "./chain.module.css";
import classes from "./definition.module.css";
import { approverWords } from "./step-words.ts";

/** The chain, read-only. */
export function DefinitionFacts({ definition }: { definition: ApprovalDefinition }) {
  return (
    <Panel title="Steps">
      {definition.description ? <p className={classes.description}>{definition.description}</p> : null}
      <ol className={chain.chain}>
        {definition.steps.map((step, index) => (
          <li key={step.order} className={chain.step} data-look="later">
            <span className={chain.bullet} aria-hidden="true">
              {index + 1}
            </span>
            <div className={chain.head}>
              <span className={chain.name}>{step.name || approverWords(step)}</span>
              {step.name ? <span className="dim">{approverWords(step)}</span> : null}
              {step.required ? null : <Tag>optional</Tag>}
            </div>
          </li>
        ))}
      </ol>
      <p className={classes.rules}>
        {definition.allow_self_approval
          ? "Requesters can approve their own requests."
          : "Requesters can't approve their own requests."}{" "}
        {definition.default_for.length > 0
          ? `Default for ${definition.default_for.join(" and ")} changes.`
          : "Not a default."}
      </p>
    </Panel>
  );
}
