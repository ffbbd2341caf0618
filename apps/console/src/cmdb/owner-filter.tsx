import { OwnerSelect, useOwners } from "../directory/owner-select.tsx";
import { WhoFilter } from "../directory/who-filter.tsx";

interface OwnerFilterProps {
  owner: string | undefined;
  onChange: (owner: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me and my groups", none: "Nobody" };

export function OwnerFilter({ owner, onChange }: OwnerFilterProps) {
  const one = useOwners("").find(({ id }) => id === owner);
  const summary = owner ? (words[owner] ?? one?.name ?? "One owner") : undefined;
  return (
    <WhoFilter label="Owner" value={owner} summary={summary} onChange={onChange}>
      {(choose) => (
        <OwnerSelect
          aria-label="A person or group"
          placeholder="A person or group…"
          value={one ?? null}
          onChange={(next) => choose(next?.id)}
        />
      )}
    </WhoFilter>
  );
}
