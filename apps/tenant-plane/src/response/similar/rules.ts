// Which past incidents are like this one: the same cause, the same items, the same alert rule, and rare words in the titles.

export interface KnownCause {
  /** The name of the item or service in small letters. */
  key: string;
  name: string;
  kind: string | null;
  /** A person confirmed it; otherwise an analysis found it likely. */
  confirmed: boolean;
  evidence_kinds: readonly string[];
}

export interface Subject {
  source: string;
  /** The words of its title, and how many incidents have each. */
  words: readonly { word: string; incidents: number }[];
  items: readonly { id: string; name: string; incidents: number }[];
  cause: KnownCause | null;
  rules: readonly AlertRule[];
  /** All incidents of the tenant. */
  total: number;
}

/** What fired: a policy, or an alert of an integration by its name. */
export interface AlertRule {
  id: string;
  name: string;
  /** Its labels, or the key of the sender. */
  group: string;
}

export interface Candidate {
  id: string;
  created_at: string;
  source: string;
  words: readonly string[];
  ci_ids: readonly string[];
  cause: KnownCause | null;
  rules: readonly AlertRule[];
}

export interface Likeness {
  id: string;
  score: number;
  reasons: string[];
}

const maxSimilar = 5;
const minScore = 0.45;

/** The candidates that are alike enough, best first. */
export function similarTo(subject: Subject, candidates: readonly Candidate[]): Likeness[] {
  const rarity = rarityOf(subject);
  const words = withoutParts(subject.words).map((each) => ({ ...each, bits: rarity.bits(each.word, each.incidents) }));
  return candidates
    .map((candidate) => ({ candidate, ...likenessOf({ ...subject, words }, candidate, rarity) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.candidate.created_at > b.candidate.created_at ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ candidate: { id }, score, reasons }) => ({ id, score: Math.round(score * 100) / 100, reasons }));
}

/** Points of each sign; a sum of .6 makes a score of .45. */
const points = {
  cause: { confirmed: 1.4, likely: 1, sameKind: 0.2 },
  items: 0.6,
  /** The same alert again, or one of the same rule about something else. */
  alert: 0.7,
  rule: 0.4,
  source: 0.08,
  evidence: 0.08,
  /** For each bit that a shared word says more than usual ones, at most so many. */
  words: { each: 0.16, max: 1.4 },
};

type Weighed = Omit<Subject, "words"> & { words: readonly WeighedWord[] };
type WeighedWord = Subject["words"][number] & { bits: number };

function likenessOf(subject: Weighed, candidate: Candidate, rarity: Rarity): { score: number; reasons: string[] } {
  const signs = [
    causeSign(subject.cause, candidate.cause),
    itemSign(subject, candidate, rarity),
    ruleSign(subject, candidate),
    wordSign(subject, candidate),
  ].filter((sign) => sign !== undefined);
  const sum = signs.reduce((all, sign) => all + sign.points, 0);
  // What two incidents show is alike in many that have nothing else in common.
  const evidence = sum === 0 ? undefined : evidenceSign(subject.cause, candidate.cause);
  const found = evidence ? [...signs, evidence] : signs;
  return { score: 1 - Math.exp(-sum - (evidence?.points ?? 0)), reasons: found.map(({ reason }) => reason) };
}

interface Sign {
  points: number;
  reason: string;
}

function causeSign(own: KnownCause | null, other: KnownCause | null): Sign | undefined {
  if (own === null || other === null || own.key !== other.key) return undefined;
  const isSure = own.confirmed || other.confirmed;
  const { confirmed, likely, sameKind } = points.cause;
  return {
    points: (isSure ? confirmed : likely) + (own.kind === other.kind ? sameKind : 0),
    reason: `Same ${isSure ? "" : "likely "}cause: ${other.name}`,
  };
}

function itemSign({ items }: Weighed, { ci_ids }: Candidate, rarity: Rarity): Sign | undefined {
  const same = items.filter(({ id }) => ci_ids.includes(id));
  const rarest = Math.max(0, ...same.map(({ incidents }) => rarity.share(incidents)));
  if (same.length === 0) return undefined;
  const named = listOf(same.slice(0, maxNamed).map(({ name }) => name));
  return { points: points.items * rarest, reason: `Same affected CI: ${named}` };
}

function ruleSign({ rules, source }: Weighed, candidate: Candidate): Sign | undefined {
  const isSame = (one: AlertRule, other: AlertRule) => one.id === other.id && one.name === other.name;
  const same = rules.filter((rule) => candidate.rules.some((other) => isSame(rule, other)));
  const again = same.find((rule) => candidate.rules.some((other) => isSame(rule, other) && rule.group === other.group));
  if (again) return { points: points.alert, reason: `Same alert: ${again.name}` };
  if (same[0]) return { points: points.rule, reason: `Same alert rule: ${same[0].name}` };
  if (source === "" || source !== candidate.source) return undefined;
  return { points: points.source, reason: `Same source: ${source}` };
}

const maxNamed = 3;
/** Words that one incident in ten has say nothing. */
const minBits = 3.5;

function wordSign(subject: Weighed, candidate: Candidate): Sign | undefined {
  const said = wordsSaid(subject, candidate);
  const shared = subject.words
    .filter(({ word, bits }) => bits >= minBits && candidate.words.includes(word) && !said.includes(word))
    .sort((a, b) => b.bits - a.bits);
  if (shared.length === 0) return undefined;
  const news = shared.reduce((sum, { bits }) => sum + bits - minBits, 0);
  const covered = shared.length / subject.words.length;
  const { each, max } = points.words;
  const names = shared.slice(0, maxNamed).map(({ word }) => `“${word}”`);
  return { points: Math.min(max, each * news * (0.8 + 0.4 * covered)), reason: `Both mention ${listOf(names)}` };
}

/** The names of the items and the rule that both have, which count by themselves. */
function wordsSaid({ items, rules }: Weighed, candidate: Candidate): string {
  const names = [
    ...items.filter(({ id }) => candidate.ci_ids.includes(id)).map(({ name }) => name),
    ...rules.filter(({ id }) => candidate.rules.some((rule) => rule.id === id)).map(({ name }) => name),
  ];
  return names.join(" ").toLowerCase();
}

/** Of `pay-api` and its parts, only the whole name counts. */
function withoutParts(words: Subject["words"]): Subject["words"] {
  const parts = new Set(words.flatMap(({ word }) => (/[-_.]/.test(word) ? word.split(/[-_.]/) : [])));
  return words.filter(({ word }) => !parts.has(word));
}

function evidenceSign(own: KnownCause | null, other: KnownCause | null): Sign | undefined {
  if (own === null || other === null) return undefined;
  const kinds = telling.filter((kind) => own.evidence_kinds.includes(kind) && other.evidence_kinds.includes(kind));
  if (kinds.length === 0) return undefined;
  return { points: points.evidence, reason: `Same evidence: ${listOf(kinds)}` };
}

/** Nearly every cause has relations, and traces where there are any. */
const telling = ["change", "deployment", "execution", "metric", "logs"];

interface Rarity {
  /** What a word says, in bits. */
  bits(word: string, incidents: number): number;
  /** 1 for what few incidents have, less for what many have. */
  share(incidents: number): number;
}

/** A tenant with few incidents has seen few words, so it is taken to have had some more incidents. */
const priorIncidents = 200;
/** Of those. */
const priorCount = 25;
/** Words that titles of incidents have anywhere. */
const usual = new Set(
  [
    "again alert alerts api app application available back before broken broke but cannot check checks close connect connection connections cpu crash crashed crashes crashing",
    "customer customers daily data database deploy deployed did disk does down drop dropped drops due during empty error errors every fail failed failing fails failure failures find first found full",
    "get gets give gives hang hanging hangs health healthy high hit host hosts hour impact increase increased internal issue issues job jobs last late latency like load loading loads log login logs",
    "lose loses losing lost lot low many memory message messages minutes missing monday more morning most network new night node nodes nothing now number old one only open out outage page pages",
    "people pod pods probe problem problems process prod production queue queues rate ratio reach reached reboot receive release report reported reports request requests respond responding response restart",
    "restarted restarts return returned returns run running runs seconds see seen send sends server servers service service.name name services show showing shows since site slow slower some spike start",
    "started starts status still stop stopped stops storage stuck system take takes test time timed timeout timeouts times today traffic unavailable unreachable up update usage use user users very volume",
    "wait waiting warning web week why work working works wrong yesterday",
  ]
    .join(" ")
    .split(" "),
);

function rarityOf({ total }: Pick<Subject, "total">): Rarity {
  const all = total + priorIncidents;
  return {
    bits: (word, incidents) => Math.log2(all / (incidents + 0.5 + (usual.has(word) ? priorCount : 0))),
    share: (incidents) => Math.min(1, Math.log2(all / (incidents + 0.5)) / 8),
  };
}

/** "a", "a and b", "a, b and c" */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
