import { type ConditionField, type RecordKind, unresolved } from "../../tools/index.ts";

// The words of questions about records. Every word that is not here, no name and no time is not understood.

/** Phrases of several words, the longest first. */
export type Phrases<T> = ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly value: T }[]>;

export function phrasesOf<T>(table: readonly (readonly [string, T])[]): Phrases<T> {
  const found = new Map<string, { words: readonly string[]; value: T }[]>();
  const all = table.flatMap(([texts, value]) => texts.split("|").map((text) => ({ words: text.split(" "), value })));
  for (const phrase of all.sort((a, b) => b.words.length - a.words.length)) {
    const first = phrase.words[0] ?? "";
    found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  return found;
}

/** Words of manners, of grammar and of asking. They change nothing, wherever they stand. */
export const manners = phrasesOf([
  ["please|pls|plz|kindly|hi|hey|hello|thanks|thank you|thx|ok|okay|so", undefined],
  ["can you|could you|would you|can we|can i|could i|tell me|give me|let me know|let us know", undefined],
  [
    "i need to know|i need|i want to know|i want to see|i want|i would like to know|i would like to see|i would like",
    undefined,
  ],
  [
    "do we have|did we have|have we got|have we had|do you have|we have|we got|we had|do you see|are we seeing|we",
    undefined,
  ],
  ["are there|is there|were there|was there|have there been|has there been|there are|there were|there", undefined],
  ["the|a|an|any|all|of the|some|our|us", undefined],
  ["that are|which are|that were|which were|that have|which have|that has|who are|that|which|what", undefined],
  ["are|is|was|were|be|been|being|has|have|had|do|does|did|me|tell", undefined],
  ["currently|right now|at the moment|now|rn|still|yet|so far|in total|total|also|actually|in all", undefined],
  ["i e|i.e|e.g|i mean|mean|current|anything|in the cmdb|in cmdb|do we run|we run|we own|we track", undefined],
  ["and|altogether|ones|those|these|existing|exist|exists|recorded|to", undefined],
] as const);

export const shapes = phrasesOf<"count" | "list">([
  [
    "how many times|what is the total of|total of|how many|number of|the number of|count of|count|what is the number of|what is the count of|amount of|how many of",
    "count",
  ],
  ["what is the total number of|total number of|the total number of", "count"],
  ["list|show|show me|display|enumerate|find|which|what are|give me a list of|list of|view", "list"],
]);

export const nouns = phrasesOf<RecordKind>([
  ["incident|incidents|ticket|tickets|outage|outages|inc|incs", "incident"],
  ["change|changes|change request|change requests", "change"],
  ["request|requests|service request|service requests", "request"],
  ["ci|cis|configuration item|configuration items|config item|config items|asset|assets", "item"],
  ["alert|alerts|alarm|alarms", "alert"],
]);

/** Classes of configuration items as nouns, besides their own names. */
export const classNouns = phrasesOf<string>([
  ["server|servers", "server"],
  ["database|databases|db|dbs", "database"],
  ["service|services", "service"],
  ["virtual machine|virtual machines|vm|vms", "virtual_machine"],
  ["message queue|message queues|queue|queues", "message_queue"],
  ["application|applications|app|apps", "application"],
  ["business service|business services", "business_service"],
  ["container|containers", "container"],
  ["website|websites", "website"],
]);

export const negations = phrasesOf([
  [
    "not|without|except|except for|excluding|other than|apart from|but not|besides|outside|outside of|neither",
    undefined,
  ],
  ["not including|leaving out|aside from|minus|and not", undefined],
] as const);

/** "no owner": what a record lacks. "no P1 incidents" asks for something else. */
export const lacking = phrasesOf([["no|with no|but no", undefined]] as const);

/** Words that narrow nothing at the start of a question, and much elsewhere: "only on checkout". */
export const starters = phrasesOf([["only|just|only the|just the|now only", undefined]] as const);

/** Words between a negation and what it negates. */
export const afterNegation = phrasesOf([
  [
    "yet|been|be|being|have|has|had|a|an|any|the|that are|those|those that are|ones|currently|still|those that|in the state|in state",
    undefined,
  ],
] as const);

export const joiners = phrasesOf<"or" | "and">([
  ["or|or else|and or", "or"],
  ["and|nor|as well as", "and"],
]);

const all = ["triggered", "acknowledged", "investigating", "reopened"] as const;

/** Words of state, for each kind of record. A state that several statuses share has all of them. */
export const states: Readonly<Record<RecordKind, Phrases<readonly string[]>>> = {
  incident: phrasesOf<readonly string[]>([
    ["open|unresolved|ongoing|outstanding|active|unfinished|in open state", ["unresolved"]],
    ["being worked on|in progress|worked on|someone is working on|being handled", ["acknowledged", "investigating"]],
    ["people are working on|under investigation or acknowledged", ["acknowledged", "investigating"]],
    ...all.map((status): [string, readonly string[]] => [status, [status]]),
    ["under investigation|being investigated", ["investigating"]],
  ]),
  change: phrasesOf<readonly string[]>([
    ["draft|drafts|in draft", ["draft"]],
    ["pending approval|waiting for approval|awaiting approval", ["pending_approval"]],
    ["approved", ["approved"]],
    ["scheduled", ["scheduled"]],
    ["implementing|in implementation|being implemented", ["implementing"]],
    ["completed|complete|done|finished", ["completed"]],
    ["failed", ["failed"]],
    ["rejected", ["rejected"]],
    ["cancelled|canceled", ["cancelled"]],
  ]),
  request: phrasesOf<readonly string[]>([
    ["open|unfulfilled|unresolved|outstanding|ongoing", ["unresolved"]],
    ["submitted", ["submitted"]],
    ["pending approval|waiting for approval|awaiting approval", ["pending_approval"]],
    ["approved", ["approved"]],
    ["in fulfillment|being fulfilled|in progress|being worked on", ["in_fulfillment"]],
    ["fulfilled|completed|done|delivered", ["fulfilled"]],
    ["rejected", ["rejected"]],
    ["cancelled|canceled", ["cancelled"]],
    ["failed", ["failed"]],
  ]),
  item: phrasesOf<readonly string[]>([]),
  alert: phrasesOf<readonly string[]>([
    ["firing|going off|active|open|alerting|ringing", ["firing"]],
    ["pending", ["pending"]],
    ["resolved", ["resolved"]],
  ]),
};

/** Things that happen to a record at a time. */
export const events: Readonly<Record<RecordKind, Phrases<ConditionField>>> = {
  incident: phrasesOf<ConditionField>([
    [
      "opened|created|reported|raised|filed|logged|came in|occurred|happened|occur|happen|new|did we open|did we raise|did we create|did we report",
      "created",
    ],
    ["resolved|fixed|solved|did we resolve|did we fix|did we solve|did they resolve|did they fix", "resolved"],
    ["closed|did we close|did they close", "closed"],
    ["acknowledged|acked|did we acknowledge|did we ack", "acknowledged_at"],
    ["updated|changed|modified|touched|edited", "updated"],
  ]),
  change: phrasesOf<ConditionField>([
    ["created|raised|filed|requested|opened", "created"],
    ["updated|modified|edited|touched", "updated"],
    ["start|starts|starting|begin|begins|beginning", "starts"],
  ]),
  request: phrasesOf<ConditionField>([
    ["created|opened|made|submitted|raised|came in|filed|new|requested", "created"],
    ["updated|modified|edited|touched", "updated"],
    ["closed", "closed"],
  ]),
  item: phrasesOf<ConditionField>([
    ["created|added|registered", "created"],
    ["updated|modified|edited", "updated"],
  ]),
  alert: phrasesOf<ConditionField>([
    ["started|fired|triggered", "created"],
    ["resolved", "resolved"],
  ]),
};

/** Verbs of the person who made a record. */
export const openingVerbs: Readonly<Record<RecordKind, string>> = {
  incident: "open opened report reported raise raised create created file filed log logged",
  change: "request requested raise raised create created file filed",
  request: "request requested make made open opened submit submitted raise raised create created file filed",
  item: "",
  alert: "",
};

/** What a record has, or has not. */
export const flags: Readonly<Record<RecordKind, Phrases<{ field: ConditionField; not?: true }>>> = {
  incident: phrasesOf<{ field: ConditionField; not?: true }>([
    ["assigned|an assignee|assignee|with an assignee|with assignee|anyone assigned", { field: "assigned" }],
    [
      "unassigned|nobody is assigned to|nobody is assigned|no one is assigned to|no one is assigned",
      { field: "assigned", not: true },
    ],
    ["nobody assigned|no one assigned", { field: "assigned", not: true }],
    ["assigned to nobody|assigned to no one|owned by nobody", { field: "assigned", not: true }],
    ["assigned to anyone|assigned to someone", { field: "assigned" }],
    ["acknowledged by anyone|acknowledgement|acknowledgment|an acknowledgement", { field: "acknowledged" }],
    [
      "unacknowledged|unacked|nobody acknowledged|nobody has acknowledged|no one acknowledged|no one has acknowledged",
      { field: "acknowledged", not: true },
    ],
    [
      "waiting for acknowledgement|awaiting acknowledgement|waiting to be acknowledged|nobody acked|acknowledged by nobody|acknowledged by no one",
      { field: "acknowledged", not: true },
    ],
  ]),
  change: phrasesOf<{ field: ConditionField; not?: true }>([
    ["assigned|an assignee|assignee|with an assignee", { field: "assigned" }],
    ["unassigned|nobody is assigned to|assigned to nobody|assigned to no one", { field: "assigned", not: true }],
    [
      "rollback plan|a rollback plan|rollback plans|with a rollback plan|back out plan|backout plan",
      { field: "rollback" },
    ],
  ]),
  request: phrasesOf<{ field: ConditionField; not?: true }>([
    ["assigned|an assignee|assignee|with an assignee", { field: "assigned" }],
    [
      "unassigned|nobody is assigned to|nobody is assigned|assigned to nobody|assigned to no one",
      { field: "assigned", not: true },
    ],
    ["overdue|late|past due", { field: "late" }],
    [
      "breached|missed their target|missed the target|missed their target time|missed their deadline",
      { field: "breached" },
    ],
  ]),
  item: phrasesOf<{ field: ConditionField; not?: true }>([
    ["owned|an owner|owner|with an owner|any owner|owners", { field: "owned" }],
    ["unowned|owned by nobody|owned by no one|nobody owns", { field: "owned", not: true }],
  ]),
  alert: phrasesOf<{ field: ConditionField; not?: true }>([]),
};

/** What records are grouped by. */
export const groupings = phrasesOf<string>([
  ["by severity|per severity|by priority|per priority|for each severity|grouped by severity", "severity"],
  ["by status|per status|by state|per state|grouped by status", "status"],
  ["by source|per source|grouped by source", "source"],
  ["by assignee|per assignee|by person|per person|grouped by assignee", "assignee"],
  ["by service|per service|by item|per item|grouped by service", "item"],
  ["by team|per team|by owner|per owner|grouped by team", "team"],
  ["by type|per type|grouped by type", "type"],
  ["by risk|per risk|by risk level|grouped by risk", "risk"],
  ["by class|per class|grouped by class", "class"],
  ["by environment|per environment|grouped by environment", "environment"],
  ["by criticality|per criticality|grouped by criticality", "criticality"],
]);

/** What stands before a value, for each field with names. */
export const before: Readonly<Record<RecordKind, Partial<Record<ConditionField, Phrases<undefined>>>>> = {
  incident: {
    item: phrasesOf([
      [
        "on|affecting|affect|affected|about|for|of|hitting|hit|touching|touch|touched|involving|concerning|related to|with|in|against",
        undefined,
      ],
      ["that affect|which affect|that hit|that touch", undefined],
    ] as const),
    assignee: phrasesOf([["assigned to|handled by|owned by|of|is with|on", undefined]] as const),
    team: phrasesOf([["of|for|from|owned by|belonging to", undefined]] as const),
    source: phrasesOf([
      [
        "from|came from|come from|coming from|comes from|that came from|reported via|via|by|with source|with the source|source",
        undefined,
      ],
    ] as const),
  },
  change: {
    item: phrasesOf([
      ["on|affecting|affect|about|for|of|touching|touch|touches|involving|to|hitting|with", undefined],
    ] as const),
    assignee: phrasesOf([["assigned to", undefined]] as const),
  },
  request: { assignee: phrasesOf([["assigned to|handled by", undefined]] as const) },
  item: {
    team: phrasesOf([["owned by|of|belonging to|belong to|belongs to", undefined]] as const),
    environment: phrasesOf([["in|from|of|on", undefined]] as const),
  },
  alert: { item: phrasesOf([["on|affecting|about|for|of", undefined]] as const) },
};

export const unresolvedValue = unresolved;
