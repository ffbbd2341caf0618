import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { holdTable } from "../../test/held-lock.ts";
import { adminOf, migratedDatabase, noClickHouse, startProcess, stopAll } from "../../test/process.ts";

afterEach(stopAll);

test("an analysis that was running at kill -9 is finished after the next start, and leaves one entry", async () => {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-response-"));
  const databaseUrl = await migratedDatabase();
  const env = {
    ...noClickHouse,
    DATA_DIR: folder,
    TENANT_PLANE_DATABASE_URL: databaseUrl,
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
  };
  const first = await startProcess(env);
  const { api } = await adminOf(first);
  const item = await api.cmdb.create({ body: { name: "db-1", class: "database" } });
  const lock = await holdTable(databaseUrl, "change_items");
  const { id } = await api.response.inject({ body: { ci_ids: [item.id] } });
  const byPerson = await api.incidents.create({ body: { title: "Orders fail", severity: "P1", ci_ids: [item.id] } });
  await expect.poll(lock.waiting).toBe(2);
  await first.stop("SIGKILL");
  await lock.release();

  const { api: again } = await adminOf(await startProcess(env));
  const statusOf = async (incident: string) => (await again.response.latestRca({ params: { id: incident } })).status;
  await expect.poll(() => statusOf(id)).toBe("finished");
  await expect.poll(() => statusOf(byPerson.id)).toBe("finished");
  const kinds = async (incident: string) => {
    const { items } = await again.incidents.timeline({ params: { id: incident } });
    // Nobody can be reached here, which has entries of its own.
    return items.flatMap(({ kind }) => (kind === "page" ? [] : kind)).sort();
  };
  await expect.poll(() => kinds(id)).toEqual(["analysis", "created", "runbook"]);
  await expect.poll(() => kinds(byPerson.id)).toEqual(["analysis", "created"]);
  await stopAll();
  await rm(folder, { recursive: true, force: true });
});
