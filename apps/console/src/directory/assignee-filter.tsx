import { PersonSelect } from "./person-select.tsx";
import { usePeople } from "./queries.ts";
import { WhoFilter } from "./who-filter.tsx";

interface AssigneeFilterProps {
  assignee: string | undefined;
  onChange: (assignee: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me", none: "Nobody" };

export function AssigneeFilter({ assignee, onChange }: AssigneeFilterProps) {
  const { data } = usePeople("");
  const person = data?.items.find(({ id }) => id === assignee);
  const summary = assignee ? (words[assignee] ?? person?.name ?? "One person") : undefined;
  return (
    <WhoFilter label="Assignee" value={assignee} summary={summary} onChange={onChange}>
      {(choose) => (
        <PersonSelect
          aria-label="A person"
          placeholder="A person…"
          value={person?.id ?? null}
          chosen={person ?? null}
          onChange={(id) => choose(id ?? undefined)}
        />
      )}
    </WhoFilter>
  );
}
