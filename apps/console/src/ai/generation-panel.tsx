import type { RunbookGeneration } from "@opsplane/contract";
import { useProfile } from "../session/context.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./ai.module.css";
import { useGeneration } from "./queries.ts";
import { dangerWords, engineWords, share } from "./words.ts";

/** Why a generated runbook is as it is. Absent for runbooks that people wrote. */
export function GenerationPanel({ runbookId }: { runbookId: string }) {
  const { modules } = useProfile();
  const { data } = useGeneration(runbookId, modules.includes("ai"));
  return data ? (
    <Panel title="Generated">
      <Generation generation={data} />
    </Panel>
  ) : null;
}

function Generation({ generation }: { generation: RunbookGeneration }) {
  const { engine, model, fallback_reason, fits, danger, technology, confidence, alternatives, lint } = generation;
  const { word, tone } = dangerWords[danger];
  return (
    <>
      <div className={classes.tags}>
        <Tag tone={fits ? "good" : "notice"}>{fits ? `${share(confidence)} confidence` : "No known failure fits"}</Tag>
        <Tag tone={tone}>{word}</Tag>
        {technology ? <Tag>{technology}</Tag> : null}
        <Tag>{model ?? engineWords[engine]}</Tag>
      </div>
      <p className={classes.why}>{withoutMarks(generation.why)}</p>
      {fallback_reason ? <p className={classes.note}>The built-in engine answered. {fallback_reason}</p> : null}
      <Evidence evidence={generation.evidence} />
      {alternatives.length > 0 ? (
        <>
          <h3 className={classes.heading}>Other failures that could fit</h3>
          <ul className={classes.lines}>
            {alternatives.map(({ key, name, score }) => (
              <li key={key}>
                {name} <span className="dim">{share(score)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3 className={classes.heading}>Check</h3>
      {lint.length === 0 ? (
        <span className="dim">No problems when it was generated.</span>
      ) : (
        <ul className={classes.lines}>
          {lint.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Evidence({ evidence }: Pick<RunbookGeneration, "evidence">) {
  if (evidence.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>Evidence</h3>
      <ul className={classes.lines}>
        {evidence.map(({ id, text, link }) => (
          <li key={id}>
            <span className="dim">{id}</span> {link ? <HrefLink href={link}>{text}</HrefLink> : text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Citations read as the ids that the list of evidence has. */
function withoutMarks(text: string): string {
  return text.replace(/\[\[([^\][]+)\]\]/g, "[$1]");
}
