import { type ClickHouse, type Failure, insertSeconds } from "@opsplane/runtime";
import { type Ledger, type NamedBatch, nameOf } from "./ledger.ts";
import { isIdempotent, type PendingWrite } from "./pending-write.ts";
import { unavailable } from "./refusals.ts";
import { missingOf } from "./stored.ts";

/** Settles writes that are stored already, refuses those that another instance may be storing, and returns the others. */
export async function withoutDuplicates(
  clickhouse: ClickHouse,
  ledger: Ledger,
  writes: readonly PendingWrite[],
): Promise<PendingWrite[]> {
  const group = withoutTwins(writes);
  const named = group.flatMap(asNamed);
  if (named.length === 0) return group;
  const known = await ledger.claim(named);
  if (known.size === 0) return group;
  const judged = await Promise.all(
    group.map((write) => judge(clickhouse, write, known).catch((error: unknown) => write.fail(error))),
  );
  const fresh = judged.filter((write) => write !== undefined);
  const renewed = fresh.flatMap(asNamed).filter((batch) => known.has(nameOf(batch)));
  if (renewed.length > 0) await ledger.renew(renewed);
  return fresh;
}

async function judge(
  clickhouse: ClickHouse,
  write: PendingWrite,
  known: ReadonlyMap<string, number>,
): Promise<PendingWrite | undefined> {
  const [batch] = asNamed(write);
  const age = batch && known.get(nameOf(batch));
  if (age === undefined) return write;
  const { tables } = write.decoded;
  if (tables.every(isIdempotent)) return write;
  const missing = await missingOf(clickhouse, write.tenantId, tables);
  if (missing.every(isIdempotent)) write.settle("duplicate");
  else if (age < insertSeconds * 1000) write.fail(underWay(age));
  // After a crash some days may be stored already; they must not be stored twice.
  else return { ...write, toStore: missing };
  return undefined;
}

function asNamed({ tenantId, decoded: { hash } }: PendingWrite): NamedBatch[] {
  return hash === undefined ? [] : [{ tenantId, hash }];
}

/** Refuses the second of two equal batches in one group. When it is sent again, the first is stored. */
function withoutTwins(group: readonly PendingWrite[]): PendingWrite[] {
  const seen = new Set<string>();
  return group.filter((write) => {
    const [batch] = asNamed(write);
    if (batch === undefined) return true;
    const isTwin = seen.has(nameOf(batch));
    seen.add(nameOf(batch));
    if (isTwin) write.fail(underWay(0));
    return !isTwin;
  });
}

function underWay(age: number): Failure {
  const seconds = Math.max(1, Math.ceil(insertSeconds - age / 1000));
  return unavailable("This batch may already be in progress; send it again later.", seconds);
}
