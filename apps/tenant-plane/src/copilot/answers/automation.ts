import { runbookTools } from "../../tools/index.ts";
import { counted, md, timeText } from "../markdown.ts";
import { type Answerer, named, referenceOf, type Turn } from "./turn.ts";

const runStates = ["running", "waiting", "succeeded", "failed", "cancelled"] as const;

function statusOf({ q }: Turn): (typeof runStates)[number][] {
  const text = q.words.join(" ");
  return runStates.filter(
    (state) =>
      q.slots.states.has(state) ||
      (state === "running" && /\brunning\b/.test(text)) ||
      (state === "waiting" && /\bwaiting\b/.test(text)),
  );
}

export const findRunbooks: Answerer = async (turn) => {
  const { q } = turn;
  const [item] = named(turn, "item");
  const [runbook] = named(turn, "runbook");
  const status = (["draft", "published", "archived"] as const).filter((each) => q.slots.states.has(each));
  const text = runbook?.name ?? q.text;
  const filter = {
    ...(text === undefined ? {} : { text }),
    ...(status.length > 0 ? { status: [...status] } : {}),
    limit: Math.min(q.slots.limit ?? 10, 20),
  };
  const ofService = item ? await turn.ask(runbookTools.findRunbooks, { ...filter, service: item.name }) : undefined;
  const first =
    ofService && ofService.count > 0
      ? ofService
      : await turn.ask(runbookTools.findRunbooks, item ? { ...filter, text: item.name } : filter);
  // Words of a sentence are rarely the words of a runbook, so each is tried alone.
  const single = first.count === 0 && !item && !runbook ? await firstWith(turn, status) : undefined;
  const found = single?.found ?? first;
  const shown = single?.word ?? text;
  const words = [
    status.join(" or "),
    "runbooks",
    item ? `for ${item.name}` : "",
    shown === undefined ? "" : `that match “${shown}”`,
  ].filter((each) => each !== "");
  return {
    headline: md`${counted(found.count, "runbook")}${item ? ` for ${item.name}` : ""}.`,
    basis: md`Counted: ${words.join(" ")}.`,
    rows: found.runbooks.map(
      ({ name, description, status: state, executions, succeeded, citation }) =>
        md`${turn.cited(citation, name)} (${state}): ${description}; ${succeeded} of ${counted(executions, "execution")} succeeded`,
    ),
    next: md`Next: open a runbook and start with a dry run.`,
    suggestions: ["Which runbook executions failed?"],
  };
};

async function firstWith(turn: Turn, status: readonly ("draft" | "published" | "archived")[]) {
  const { q } = turn;
  const tried = [...(q.text?.split(" ") ?? []), ...q.unknown, ...q.words.filter((word) => resources.has(word))];
  for (const word of new Set(tried)) {
    const found = await turn.ask(runbookTools.findRunbooks, {
      text: word,
      ...(status.length > 0 ? { status: [...status] } : {}),
    });
    if (found.count > 0) return { word, found };
  }
  return undefined;
}

const resources = new Set(["cpu", "memory", "ram", "disk", "heap", "filesystem", "swap"]);

export const suggestRunbooks: Answerer = async (turn) => {
  const found = await turn.ask(runbookTools.suggestRunbooks, { reference: referenceOf(turn, "incident") });
  const [first] = found.runbooks;
  return {
    headline: first
      ? md`Best fit for ${found.reference}: ${turn.cited(first.citation, first.name)}.`
      : md`No runbook fits ${found.reference}.`,
    rows: found.runbooks.map(
      ({ name, reasons, executions, succeeded, citation }) =>
        md`${turn.cited(citation, name)}: ${reasons.join("; ")}; ${succeeded} of ${counted(executions, "execution")} succeeded`,
    ),
    suggestions: [`What is the root cause of ${found.reference}?`],
  };
};

export const executions: Answerer = async (turn) => {
  const status = statusOf(turn);
  const [runbook] = named(turn, "runbook");
  const found = await turn.ask(runbookTools.listExecutions, {
    ...(status.length > 0 ? { status } : {}),
    ...(runbook ? { text: runbook.name } : {}),
  });
  return {
    headline: md`${counted(found.count, "runbook execution")}.`,
    basis: md`Counted: executions${runbook ? ` of ${runbook.name}` : ""}${status.length > 0 ? ` with status ${status.join(" or ")}` : ""}, newest first.`,
    rows: found.executions.map(
      ({ reference, runbook: name, status: state, started_by, created_at, citation }) =>
        md`${turn.cited(citation, reference)} ${state}: ${name}, started by ${started_by}, ${timeText(created_at, turn.timezone)}`,
    ),
    suggestions: ["Which runbooks are there?"],
  };
};

export const workflowRuns: Answerer = async (turn) => {
  const status = statusOf(turn).filter((each) => each !== "running" || /\brunning\b/.test(turn.q.words.join(" ")));
  const found = await turn.ask(runbookTools.listWorkflowRuns, status.length > 0 ? { status } : {});
  return {
    headline: md`${counted(found.count, "workflow run")}.`,
    basis: md`Counted: runs of workflows${status.length > 0 ? ` with status ${status.join(" or ")}` : ""}, newest first.`,
    rows: found.runs.map(
      ({ reference, workflow, status: state, created_at, citation }) =>
        md`${turn.cited(citation, reference)} ${state}: ${workflow}, ${timeText(created_at, turn.timezone)}`,
    ),
    suggestions: ["Which workflows are there?"],
  };
};

export const workflows: Answerer = async (turn) => {
  const { states } = turn.q.slots;
  const enabled = states.has("disabled") ? false : states.has("enabled") || states.has("open") ? true : undefined;
  const found = await turn.ask(runbookTools.listWorkflows, enabled === undefined ? {} : { enabled });
  return {
    headline: md`${counted(found.count, enabled === undefined ? "workflow" : enabled ? "enabled workflow" : "disabled workflow")}.`,
    rows: found.workflows.map(
      ({ name, enabled: on, last_status, citation }) =>
        md`${turn.cited(citation, name)}: ${on ? "enabled" : "disabled"}${last_status ? `, last run ${last_status}` : ""}`,
    ),
    suggestions: ["Which workflow runs failed?"],
  };
};
