import { PersonSelect } from "./person-select.tsx";
import { usePeople } from "./queries.ts";
import { WhoFilter } from "./who-filter.tsx";

interface AssigneeFilterProps {
  /** An id, `me`, `none`, or undefined for anyone. */
  value: string | undefined;
  onChange: (assignee: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me", none: "Unassigned" };

export function AssigneeFilter({ value: assignee, onChange }: AssigneeFilterProps) {
  const { data } = usePeople("");
  const person = data?.items.find(({ id }) => id === assignee);
  const summary = assignee ? (words[assignee] ?? person?.name ?? "One person") : undefined;
  return (
    <WhoFilter label="Assignee" none="Unassigned" value={assignee} summary={summary} onChange={onChange}>
      {(choose) => (
        <PersonSelect
          aria-label="Person"
          placeholder="Search people…"
          value={person?.id ?? null}
          chosen={person ?? null}
          onChange={(id) => choose(id ?? undefined)}
        />
      )}
    </WhoFilter>
  );
}

export function AssigneeName({ assignee }: { assignee: { name: string } | null }) {
  return assignee ? assignee.name : <span className="dim">Unassigned</span>;
}
