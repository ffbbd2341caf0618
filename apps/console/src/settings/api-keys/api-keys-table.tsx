import { Button } from "@mantine/core";
import type { ApiKey } from "@opsplane/contract";
import { useState } from "react";
import { usePeople } from "../../directory/queries.ts";
import { TimeText, useClock } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useRevokeKey } from "./queries.ts";

export function ApiKeysTable({ keys }: { keys: readonly ApiKey[] }) {
  const people = new Map(usePeople("").data?.items.map(({ id, name }) => [id, name]));
  const revoke = useRevokeKey();
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Key", "Acts as", "State", { wide: "Last use" }, { wide: "Made" }]} actions />
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <div className={classes.main}>{key.name}</div>
                <div className={`${classes.sub} mono`}>{key.hint}…</div>
              </td>
              <td>
                {key.user_id ? (people.get(key.user_id) ?? "A person") : "A machine"}
                <div className={classes.sub}>{key.role}</div>
              </td>
              <td>
                <KeyState apiKey={key} />
              </td>
              <td className={`${classes.wide} dim`}>
                {key.last_used_at ? <TimeText at={key.last_used_at} /> : "never"}
              </td>
              <td className={`${classes.wide} dim`}>
                <TimeText at={key.created_at} />
                <div className={classes.sub}>{key.created_by}</div>
              </td>
              <td className={classes.actions}>
                {key.revoked_at ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRevoking(key)}
                    aria-label={`Revoke ${key.name}`}
                  >
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={revoking !== undefined}
        title={`Revoke ${revoking?.name ?? ""}?`}
        confirm="Revoke"
        onClose={() => setRevoking(undefined)}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        Whatever uses it stops working at once. This cannot be undone.
      </AskDialog>
    </div>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { now } = useClock();
  if (apiKey.revoked_at) return <Tag>revoked</Tag>;
  if (!apiKey.expires_at) return <Tag tone="good">active</Tag>;
  if (Date.parse(apiKey.expires_at) <= now) return <Tag tone="bad">expired</Tag>;
  return (
    <>
      <Tag tone="good">active</Tag>
      <div className={classes.sub}>
        ends <TimeText at={apiKey.expires_at} />
      </div>
    </>
  );
}
