import { Button } from "@mantine/core";
import { IconTimeline } from "@tabler/icons-react";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { useAnyTrace } from "../queries.ts";
import { chipsOf, noFilters } from "./chips.ts";
import type { TraceSearch } from "./filters.ts";

interface NoTracesProps {
  search: TraceSearch;
  scope: "entry" | "all";
  onChange: (change: TraceSearch) => void;
}

/** Nothing matches: what to change, or how to send the first trace. */
export function NoTraces({ search, scope, onChange }: NoTracesProps) {
  const isFiltered = chipsOf(search).length > 0;
  const any = useAnyTrace(!isFiltered);
  const icon = <IconTimeline size={20} />;
  if (!isFiltered && any.data === false)
    return (
      <Face
        icon={icon}
        title="No traces received yet"
        actions={<ButtonLink to="/settings/collectors">Set up a collector</ButtonLink>}
      >
        Send spans with OpenTelemetry to <code className="mono">/v1/traces</code>.
      </Face>
    );
  return (
    <Face
      icon={icon}
      title={isFiltered ? "No spans match these filters" : "No spans in this time range"}
      actions={
        <>
          {isFiltered ? (
            <Button variant="default" onClick={() => onChange(noFilters)}>
              Clear filters
            </Button>
          ) : null}
          {scope === "entry" ? (
            <Button variant="default" onClick={() => onChange({ scope: "all" })}>
              Search all spans
            </Button>
          ) : null}
        </>
      }
    >
      {scope === "entry" ? "Only entry spans are searched: server and consumer spans, and roots." : null} Try a longer
      time range.
    </Face>
  );
}
