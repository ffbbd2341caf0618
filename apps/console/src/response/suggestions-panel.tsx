import { Button } from "@mantine/core";
import type { Incident, RunbookSuggestion } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { GenerateRunbookButton } from "../ai/index.ts";
import { itemIdsIn, useItemsByIds } from "../cmdb/index.ts";
import { ExecuteDialog } from "../runbooks/index.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { useSuggestions } from "./queries.ts";
import classes from "./suggestions-panel.module.css";

/** Runbooks that may solve the incident. */
export function SuggestionsPanel({ incident }: { incident: Incident }) {
  const can = useCan();
  const { modules } = useProfile();
  if (!can("runbooks:read") || !modules.includes("runbooks")) return null;
  return (
    <Panel title="Suggested runbooks" action={<GenerateRunbookButton incidentId={incident.id} />}>
      <Suggestions incident={incident} />
    </Panel>
  );
}

function Suggestions({ incident }: { incident: Incident }) {
  const can = useCan();
  const suggestions = useSuggestions(incident.id);
  const [chosen, setChosen] = useState<string>();
  const affected = useItemsByIds(itemIdsIn(incident.ci_ids), can("cmdb:read")).data ?? [];
  return (
    <QueryFace
      query={suggestions}
      loading={<span className="dim">Loading…</span>}
      isEmpty={({ length }) => length === 0}
      empty={<span className="dim">No published runbook fits this incident.</span>}
    >
      {(found) => (
        <>
          <ol className={classes.lines} aria-label="Suggested runbooks, best first">
            {found.map((suggestion) => (
              <Line
                key={suggestion.runbook_id}
                suggestion={suggestion}
                onRun={can("runbooks:execute") ? () => setChosen(suggestion.runbook_id) : undefined}
              />
            ))}
          </ol>
          {chosen ? (
            <ExecuteDialog
              runbookId={chosen}
              incident={{ id: incident.id, items: affected }}
              onClose={() => setChosen(undefined)}
            />
          ) : null}
        </>
      )}
    </QueryFace>
  );
}

function Line({ suggestion, onRun }: { suggestion: RunbookSuggestion; onRun: (() => void) | undefined }) {
  const { runbook_id: id, name, reasons } = suggestion;
  return (
    <li className={classes.line}>
      <span className={classes.text}>
        <TextLink to="/runbooks/$id" params={{ id }} size="sm">
          {name}
        </TextLink>
        <span className={classes.reasons}>{reasons.join(" · ")}</span>
      </span>
      {onRun ? (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={13} />}
          aria-label={`Run ${name}`}
          onClick={onRun}
        >
          Run
        </Button>
      ) : null}
    </li>
  );
}
