import { contentOf as completed, lintRunbook } from "@opsplane/automation";
import type { LintProblem, RunbookContent } from "@opsplane/contract";
import { fail, type Principal } from "@opsplane/runtime";
import type { StoredRunbook } from "./store/runbooks.ts";

/** The content of a stored runbook. */
export function contentOf(runbook: StoredRunbook): RunbookContent {
  const {
    name,
    description,
    notes,
    tags,
    ci_classes,
    services,
    parameters,
    lock_key,
    steps,
    on_failure,
    verification,
  } = runbook;
  return {
    name,
    description,
    notes,
    tags,
    ci_classes,
    services,
    parameters,
    lock_key,
    steps,
    on_failure,
    verification,
  };
}

type ContentInput = Parameters<typeof completed>[0];

/** The content after an edit: what was sent, and the rest as it was. */
export function edited(before: RunbookContent, sent: Partial<ContentInput>): RunbookContent {
  return completed({ ...before, ...sent });
}

const maxBytes = 512 * 1024;

/** Refuses content that would fail or be unsafe, and names the place. Returns the rest of the problems. */
export function assertSound(content: RunbookContent): LintProblem[] {
  if (Buffer.byteLength(JSON.stringify(content)) > maxBytes)
    fail("VALIDATION_ERROR", "steps: A runbook must not be larger than 512 kB.", {
      details: [{ path: "steps", message: "must not be larger than 512 kB together" }],
    });
  const problems = lintRunbook(content);
  const errors = problems.filter(({ level }) => level === "error");
  const [first] = errors;
  if (first)
    fail("VALIDATION_ERROR", `${first.path}: ${first.message}`, {
      details: errors.map(({ path, message }) => ({ path, message })),
    });
  return problems;
}

/** The stored secrets that parameters take their values from. */
export function secretsOf({ parameters }: RunbookContent): string[] {
  return parameters.flatMap(({ secret_id }) => (secret_id ? [secret_id] : []));
}

/** A person who edits the steps could send a stored secret anywhere. So only people who manage secrets edit such a runbook. */
export function assertMayUseSecrets(principal: Principal, ...contents: RunbookContent[]): void {
  if (principal.permissions.has("admin:secrets") || contents.every((content) => secretsOf(content).length === 0))
    return;
  fail(
    "FORBIDDEN",
    "This runbook uses stored secrets, so only someone with the permission 'admin:secrets' can edit it.",
  );
}
