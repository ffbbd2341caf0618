import type { IncidentAnalysis } from "@opsplane/contract";
import { incidentTools } from "../../tools/index.ts";
import { confidenceText, counted, durationText, type Markdown, md, passage, timeText } from "../markdown.ts";
import { Refused } from "../refused.ts";
import { type Answerer, referenceOf, type Turn } from "./turn.ts";

// One incident: its record, its analysis and those like it.

export const getIncident: Answerer = async (turn) => {
  const found = await turn.ask(incidentTools.getIncident, { reference: referenceOf(turn, "incident") });
  const at = (time: string) => timeText(time, turn.timezone);
  const analysis = found.resolved_at === null ? await analysisOf(turn, found.reference) : [];
  const age = (Date.parse(found.resolved_at ?? turn.now.toISOString()) - Date.parse(found.created_at)) / 1000;
  return {
    headline: md`${turn.cited(found.citation, found.reference)} is ${found.status}: ${found.title} (${found.severity}, ${found.assignee === null ? "unassigned" : `assigned to ${found.assignee}`}).`,
    facts: [
      ...analysis,
      md`Opened ${at(found.created_at)} by ${found.created_by}; ${found.resolved_at === null ? `open for ${durationText(age)}` : `resolved after ${durationText(age)}`}.`,
      ...(found.items.length > 0 ? [md`Affects ${found.items.map(({ name }) => name).join(", ")}.`] : []),
      ...(found.resolution_notes === null ? [] : [md`Resolution: ${found.resolution_notes}`]),
    ],
    rows: found.timeline.map(({ at: time, actor, text }) => md`${at(time)} ${actor}: ${text}`),
    next: md`Next: look at its root cause analysis and the suggested runbooks on its page.`,
    suggestions: [
      `What is the root cause of ${found.reference}?`,
      `Which runbooks fit ${found.reference}?`,
      `Have we seen something similar to ${found.reference}?`,
    ],
  };
};

/** What an open incident's analysis found, for those who may read it. */
async function analysisOf(turn: Turn, reference: string): Promise<Markdown[]> {
  try {
    const { causes, confidence, summary, status } = await turn.ask(incidentTools.getRootCause, { reference });
    const [first] = causes;
    if (summary === null) return status === "running" ? [md`Its root cause analysis is running.`] : [];
    if (!first) return [md`Its analysis found no likely cause.`];
    return [
      md`Most likely cause: ${first.title} (${confidenceText(confidence ?? first.score)}). ${passage(first.evidence.join(" "))}`,
    ];
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

export const similarIncidents: Answerer = async (turn) => {
  const { reference, incidents } = await turn.ask(incidentTools.similarIncidents, {
    reference: referenceOf(turn, "incident"),
  });
  return {
    headline:
      incidents.length === 0
        ? md`No other incident affected the same items as ${reference}.`
        : md`${counted(incidents.length, "incident")} affected the same items as ${reference}.`,
    rows: incidents.map(
      ({ reference: other, title, status, created_at, citation }) =>
        md`${turn.cited(citation, other)} ${status}: ${title} (${timeText(created_at, turn.timezone)})`,
    ),
    suggestions: incidents[0] ? [`Tell me about ${incidents[0].reference}`] : [],
  };
};

const analysisStates: Partial<Record<IncidentAnalysis["status"], string>> = { running: "is running", failed: "failed" };

export const rootCause: Answerer = async (turn) => {
  const found = await turn.ask(incidentTools.getRootCause, { reference: referenceOf(turn, "incident") });
  const [first] = found.causes;
  const page = turn.cited(found.citation, found.reference);
  if (found.summary === null) return unfinished(found, page);
  return {
    headline: first
      ? md`Most likely cause of ${page}: ${first.title}.`
      : md`The analysis of ${page} found no likely cause.`,
    facts: [passage(found.summary), md`Confidence: ${confidenceText(found.confidence ?? 0)}.`],
    rows: found.causes.map(causeRow),
    suggestions: [`Which runbooks fit ${found.reference}?`, `Have we seen something similar to ${found.reference}?`],
  };
};

const causeRow = ({ title, score, evidence }: { title: string; score: number; evidence: readonly string[] }) =>
  md`${title} (${confidenceText(score)}): ${passage(evidence.join(" "))}`;

function unfinished({ status, reference }: Pick<IncidentAnalysis, "status"> & { reference: string }, page: Markdown) {
  const state = analysisStates[status];
  return {
    headline: state
      ? md`The root cause analysis of ${page} ${state}.`
      : md`There is no finished root cause analysis of ${page}.`,
    notes: status === "running" ? [] : [md`Its page can start one.`],
    answered: true,
    suggestions: [`Tell me about ${reference}`],
  };
}

const changing: readonly string[] = ["change", "deployment", "execution"];

/** The changes that the analysis of an incident found before it. */
export const changesBefore: Answerer = async (turn) => {
  const found = await turn.ask(incidentTools.getRootCause, { reference: referenceOf(turn, "incident") });
  const page = turn.cited(found.citation, found.reference);
  if (found.summary === null) return unfinished(found, page);
  const changes = found.causes.filter(({ kind }) => changing.includes(kind));
  const [first] = found.causes;
  return {
    headline:
      changes.length === 0
        ? md`The analysis of ${page} found no change, deployment or run before it that may be its cause.`
        : md`${counted(changes.length, "change, deployment or run", "changes, deployments and runs")} before ${page} may be its cause.`,
    facts:
      first && !changing.includes(first.kind)
        ? [md`Most likely cause: ${first.title} (${confidenceText(found.confidence ?? first.score)}).`]
        : [],
    rows: changes.map(causeRow),
    suggestions: [`What is the root cause of ${found.reference}?`, `Which runbooks fit ${found.reference}?`],
  };
};

/** What waits for the asker. */
export const myWork: Answerer = async (turn) => {
  const { count, incidents } = await turn.ask(incidentTools.listIncidents, {
    assignee: "me",
    open: true,
    order: "severity",
    limit: 10,
  });
  return {
    headline: md`${counted(count, "open incident is", "open incidents are")} assigned to you.`,
    rows: incidents.map(
      ({ reference, severity, status, title, citation }) =>
        md`${turn.cited(citation, reference)} ${severity} ${status}: ${title}`,
    ),
    suggestions: ["Which approvals wait for me?", "Am I on call?"],
  };
};
