import { lintRunbook, lintVersion, shortestSecret, unsafeRemedy } from "@opsplane/automation";
import { type RunbookContent, type RunbookFlag, type RunbookStep, runbookEvents } from "@opsplane/contract";
import { type Db, dueWork, type HealthComponent, type Schedule, type SecretBox } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { shortSecrets } from "../secrets/index.ts";
import * as store from "./store/flags.ts";
import { getRunbook, getVersion } from "./store/runbooks.ts";
import { target } from "./writes.ts";

/** Looks at the published version and keeps what it finds, with what that depends on. */
export async function keepFlags(db: Db, box: SecretBox, id: string, content: RunbookContent): Promise<RunbookFlag[]> {
  const { ids, versions } = await store.secretsIn(db, id);
  const flags = flagsOf(content, await shortSecrets(db, box, ids, shortestSecret));
  await store.saveFlags(db, id, { flags, rules: lintVersion, secrets: versions });
  return flags;
}

/** What would fail in a published runbook now, and what to do about it. */
function flagsOf(content: RunbookContent, shortIds: ReadonlySet<string>): RunbookFlag[] {
  const refused = lintRunbook(content)
    .filter(({ level, path }) => level === "error" && failing.test(path))
    .map(({ path, message }) => ({
      ...{ path, message, step: stepAt(content, path)?.title ?? "" },
      remedy: path.endsWith(".command") ? unsafeRemedy : "Correct it in the editor, then publish the runbook again.",
    }));
  const short = content.parameters.filter(({ secret_id }) => secret_id && shortIds.has(secret_id.toLowerCase()));
  return [...refused, ...short.flatMap(({ name }) => stepsWith(content, name).map((step) => tooShort(name, step)))];
}

/** What is checked again before a step or an execution starts. */
const failing = /\.(?:command|condition|pattern)$/;

interface PlacedStep {
  path: string;
  step: RunbookStep;
}

function tooShort(name: string, { path, step }: PlacedStep): RunbookFlag {
  return {
    path,
    step: step.title,
    message: `The stored secret of '${name}' has fewer than ${shortestSecret} characters, so it could not be masked in outputs.`,
    remedy: "Replace its value under Settings → Secrets with a longer one.",
  };
}

function placed(content: RunbookContent): PlacedStep[] {
  return (["steps", "on_failure"] as const).flatMap((list) =>
    content[list].map((step, index) => ({ step, path: `${list}.${index}` })),
  );
}

function stepAt(content: RunbookContent, path: string): RunbookStep | undefined {
  return placed(content).find((one) => path === one.path || path.startsWith(`${one.path}.`))?.step;
}

function stepsWith(content: RunbookContent, parameter: string): PlacedStep[] {
  return placed(content).filter(({ step }) => JSON.stringify(step).includes(`parameters.${parameter}`));
}

/** After an upgrade, and when a stored secret was replaced, published runbooks are looked at again. */
export function flagSchedule(core: Core): Schedule {
  return dueWork(core, {
    name: "runbooks.flags",
    everyMs: 60_000,
    due: (may) => store.runbooksToCheck(lintVersion, may),
    perform: ({ tenantId, id }) =>
      core.asAutomation(tenantId, "runbooks.check", async ({ db, audit, announce }) => {
        const before = await getRunbook(db, id);
        const version = before?.published_version ?? null;
        const content = version === null ? undefined : await getVersion(db, id, version);
        if (!before || !content) return false;
        const flags = await keepFlags(db, core.secrets, id, content);
        if (JSON.stringify(flags) !== JSON.stringify(before.flags)) {
          audit({ target: target(before), before: { flags: before.flags }, after: { flags } });
          announce(runbookEvents.updated, id, { name: before.name, status: before.status });
        }
        return undefined;
      }),
  });
}

/** A runbook belongs to its tenant, so it is not the server that is degraded. */
export async function flagHealth({ database }: Pick<Core, "database">): Promise<HealthComponent[]> {
  const count = await store.countFlagged(database.system).catch(() => 0);
  if (count === 0) return [];
  const shown = count < store.maxCounted ? `${count}` : `${store.maxCounted} or more`;
  const message = `${shown} published ${count === 1 ? "runbook has" : "runbooks have"} a step that would fail. Its page shows the step and the remedy.`;
  return [{ name: "runbooks", status: "up", message, latency_ms: null }];
}
