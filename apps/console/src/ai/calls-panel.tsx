import type { AiCall } from "@opsplane/contract";
import { IconSparkles } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { Face } from "../ui/faces.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { Panel } from "../ui/panel.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./ai.module.css";
import { useAiCalls } from "./queries.ts";
import { engineWords, outcomeWords, purposeWords } from "./words.ts";

/** Every use of an AI feature, newest first. */
export function CallsPanel() {
  return (
    <Panel title="Calls of the last 90 days">
      <PagedFace
        list={useAiCalls()}
        empty={
          <Face icon={<IconSparkles size={20} />} title="No calls yet">
            Ask the copilot, or generate a runbook from an incident.
          </Face>
        }
      >
        {(calls) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
          <section className={classes.scroll} aria-label="Calls" tabIndex={0}>
            <table className={table.table}>
              <TableHead columns={["When", "Who", "Purpose", "Engine", "Tokens", "Credits", "Took", "Outcome"]} />
              <tbody>
                {calls.map((call) => (
                  <CallRow key={call.id} call={call} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </PagedFace>
    </Panel>
  );
}

function CallRow({ call }: { call: AiCall }) {
  const { word, tone } = outcomeWords[call.outcome];
  const tokens = call.input_tokens + call.output_tokens;
  return (
    <tr>
      <td>
        <TimeText at={call.created_at} as="short" />
      </td>
      <td>{call.actor}</td>
      <td>{purposeWords[call.purpose]}</td>
      <td>{call.model ?? engineWords[call.engine]}</td>
      <td title={`${call.input_tokens} in, ${call.output_tokens} out`}>
        {call.model ? tokens.toLocaleString("en") : "–"}
      </td>
      <td>{call.credits}</td>
      <td>{call.model ? `${call.duration_ms.toLocaleString("en")} ms` : "–"}</td>
      <td>
        <Tag tone={tone}>{word}</Tag>
        {call.reason ? <div className={classes.reason}>{call.reason}</div> : null}
      </td>
    </tr>
  );
}
