import type { ApiKey } from "@opsplane/contract";
import { usePeople } from "../../directory/queries.ts";
import classes from "../../ui/table.module.css";
import { TokensTable } from "../tokens/tokens-table.tsx";
import { useRevokeKey } from "./queries.ts";

export function ApiKeysTable({ keys }: { keys: readonly ApiKey[] }) {
  const people = new Map(usePeople("").data?.items.map(({ id, name }) => [id, name]));
  const revoke = useRevokeKey();
  const actsAs = ({ user_id, role }: ApiKey) => (
    <>
      {user_id ? (people.get(user_id) ?? "User") : "Service"}
      <div className={classes.sub}>{role}</div>
    </>
  );
  return <TokensTable tokens={keys} noun="Key" own={{ head: "Acts as", cell: actsAs }} onRevoke={revoke.mutate} />;
}
