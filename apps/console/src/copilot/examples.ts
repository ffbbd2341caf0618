interface Examples {
  readonly page: RegExp;
  readonly questions: readonly string[];
}

const byPage: readonly Examples[] = [
  {
    page: /^\/incidents\/INC-/,
    questions: [
      "Tell me about this incident",
      "What is the root cause of this incident?",
      "Which runbooks fit this incident?",
    ],
  },
  {
    page: /^\/incidents/,
    questions: [
      "How many open incidents are there by severity?",
      "Which open incidents are unassigned?",
      "What is our MTTR?",
    ],
  },
  { page: /^\/alerts/, questions: ["Which alerts are firing?", "Which silences are active?"] },
  { page: /^\/oncall/, questions: ["Who is on call now?", "Who is next on call?", "Am I on call?"] },
  {
    page: /^\/changes/,
    questions: [
      "What changed in the last 24 hours?",
      "Which changes are upcoming?",
      "Are there conflicts between changes?",
    ],
  },
  {
    page: /^\/(requests|catalog|approvals)/,
    questions: ["How many requests are open?", "Which approvals wait for me?"],
  },
  {
    page: /^\/services\/./,
    questions: ["How is this service doing?", "Why is this service slow?", "What depends on this service?"],
  },
  { page: /^\/(services|traces)/, questions: ["Which service has the most errors?", "Which service is the slowest?"] },
  {
    page: /^\/cmdb\/./,
    questions: ["Who owns this item?", "What is the impact of this item?", "What depends on this item?"],
  },
  { page: /^\/cmdb/, questions: ["How many servers do we have?", "How many critical configuration items are there?"] },
  {
    page: /^\/(logs|metrics|network)/,
    questions: ["What are the top errors?", "How many error logs today?", "Who are the top talkers?"],
  },
  {
    page: /^\/(runbooks|executions|workflows)/,
    questions: ["Which runbooks are there?", "Which runbook executions failed?"],
  },
];

const everywhere = [
  "How many open incidents are there?",
  "Who is on call now?",
  "What changed in the last 24 hours?",
  "Which service has the most errors?",
];

/** Questions that fit the page. */
export function examplesFor(route: string): readonly string[] {
  return byPage.find(({ page }) => page.test(route))?.questions ?? everywhere;
}
