import { OwnerSelect, useOwners } from "../directory/owner-select.tsx";
import { WhoFilter } from "../directory/who-filter.tsx";

interface OwnerFilterProps {
  /** `me`, `none`, or the id of a user or group. */
  value: string | undefined;
  onChange: (owner: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me and my groups", none: "No owner" };

export function OwnerFilter({ value: owner, onChange }: OwnerFilterProps) {
  const one = useOwners("").find(({ id }) => id === owner);
  const summary = owner ? (words[owner] ?? one?.name ?? "One owner") : undefined;
  return (
    <WhoFilter label="Owner" none="None" value={owner} summary={summary} onChange={onChange}>
      {(choose) => (
        <OwnerSelect
          aria-label="Person or group"
          placeholder="Person or group…"
          value={one ?? null}
          onChange={(next) => choose(next?.id)}
        />
      )}
    </WhoFilter>
  );
}
