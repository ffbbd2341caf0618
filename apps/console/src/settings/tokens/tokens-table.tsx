import { Button } from "@mantine/core";
import type { ApiKey } from "@opsplane/contract";
import { type ReactNode, useState } from "react";
import { TimeText, useClock } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";

/** The fields that API keys and collector tokens share. */
type Token = Pick<
  ApiKey,
  "id" | "name" | "hint" | "created_at" | "created_by" | "expires_at" | "last_used_at" | "revoked_at"
>;

interface TokensTableProps<T extends Token> {
  tokens: readonly T[];
  /** The name of one token, such as `key`. */
  noun: string;
  /** The column that is specific to this kind of token. */
  own: { head: string; cell: (token: T) => ReactNode };
  onRevoke: (id: string) => void;
}

export function TokensTable<T extends Token>({ tokens, noun, own, onRevoke }: TokensTableProps<T>) {
  const [revoking, setRevoking] = useState<T>();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={[noun, own.head, "State", { wide: "Last use" }, { wide: "Made" }]} actions />
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>
                <div className={classes.main}>{token.name}</div>
                <div className={`${classes.sub} mono`}>{token.hint}…</div>
              </td>
              <td>{own.cell(token)}</td>
              <td>
                <TokenState token={token} />
              </td>
              <td className={`${classes.wide} dim`}>
                {token.last_used_at ? <TimeText at={token.last_used_at} /> : "never"}
              </td>
              <td className={`${classes.wide} dim`}>
                <TimeText at={token.created_at} />
                <div className={classes.sub}>{token.created_by}</div>
              </td>
              <td className={classes.actions}>
                {token.revoked_at ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRevoking(token)}
                    aria-label={`Revoke ${token.name}`}
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
        onConfirm={() => revoking && onRevoke(revoking.id)}
      >
        Anything using it will stop working immediately. This can't be undone.
      </AskDialog>
    </div>
  );
}

function TokenState({ token }: { token: Token }) {
  const { now } = useClock();
  if (token.revoked_at) return <Tag>revoked</Tag>;
  if (!token.expires_at) return <Tag tone="good">active</Tag>;
  if (Date.parse(token.expires_at) <= now) return <Tag tone="bad">expired</Tag>;
  return (
    <>
      <Tag tone="good">active</Tag>
      <div className={classes.sub}>
        ends <TimeText at={token.expires_at} />
      </div>
    </>
  );
}
