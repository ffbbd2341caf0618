import { own } from "@opsplane/contract";
import type { Cue } from "./mode.ts";
import { stemOf, stemsOf } from "./words.ts";

// A phrase is a list of words that stand near each other in any order. `a|b` is either word, and `@name` is a list of
// words with one meaning. A phrase in quotes needs its words in this order, side by side.

const meanings: Readonly<Record<string, string>> = {
  disk: "disk|volume|partition|filesystem|fs|drive|mount|root|var|storage|ssd|lun",
  full: "full|fill|filling|100%|99%|98%|97%|96%|95%|94%|93%|92%|91%|90%|exhausted|space|capacity|headroom|bytes",
  up: "high|rise|climb|grow|spike|jump|surge|soar|increase|balloon|double|triple|peak|shoot|skyrocket|elevated|explode|creep|burst|swell|pile|pegged|through|tenfold|abnormal",
  slow: "slow|latency|sluggish|crawl|lag|delay|second|degraded|p95|p99|wait|forever|snail|unresponsive|stall|drag|timeout|minute",
  fail: "fail|failure|error|refuse|reject|break|exception|abort|unable|problem|trouble|unsuccessful|500|invalid|wrong",
  down: "down|die|stop|unavailable|unreachable|offline|outage|crash|gone|exit|inactive|unresponsive|hang|freeze|dark",
  db: "database|db|postgres|postgresql|mysql|mariadb|sql|rds|aurora",
  query: "query|select|statement|sql|report|scan|join",
  memory: "memory|ram|heap|rss|mem",
  deploy:
    "deploy|deployment|release|rollout|rollback|version|upgrade|build|ship|pushed|push|commit|canary|v2|hotfix|merge",
  change: "change|edit|modify|adjust|tweak|update|setting|config|configuration|applied",
  after: "after|since|following|right|immediately|moment|minutes|once|new|latest|just|yesterday",
  cert: "certificate|cert|tls|ssl|x509|https|ca",
  expire: "expire|expiry|expired|expiration|lapse|renew|renewal|validity|outdated|valid|days",
  queue: "queue|backlog|message|job|event|task|exchange",
  consumer: "consumer|worker|subscriber|listener|processor|sidekiq|celery",
  conn: "connection|connect|session|client|socket|pool|slot",
  many: "many|exhausted|limit|max|maximum|exceed|run|out|full|left|remaining|available|deplete|ceiling|saturated|none|reserved",
  lock: "lock|block|deadlock|contention|blocking|blocked|waiting",
  cpu: "cpu|processor|core|load|cores|vcpu|compute",
  net: "network|link|packet|route|switch|nic|interface|uplink|router|vlan|site|datacenter|region|wan|vpn",
  pod: "pod|container|replica|workload|statefulset|daemonset",
  login:
    "login|auth|authenticate|authentication|unauthorized|401|403|credential|password|token|secret|forbidden|apikey|permission|denied|key",
  external: "provider|vendor|partner|upstream|party|third|external|supplier|saas|stripe|paypal|twilio|payment|gateway",
  lb: "balancer|lb|elb|alb|haproxy|backend|target|vip|nginx|proxy|ingress|endpoint",
  job: "job|cron|cronjob|backup|schedule|nightly|batch|import|export|timer|etl|dump|snapshot|overnight|task",
  name: "name|hostname|domain|dns|lookup|resolve|resolver|resolution|record|zone",
  traffic: "traffic|request|visitor|load|rps|hit|user|crowd|demand|volume|customer|call|qps",
  clock: "clock|time|ntp|chrony|skew|drift|timestamp|timesync",
};

/** Every word of the phrases. Lists of words with one meaning count too. */
export function stemsOfCues(cues: readonly Cue[]): string[] {
  return readCues(cues).flatMap(({ phrases }) => phrases.flatMap(({ slots }) => slots.flatMap((slot) => [...slot])));
}

interface Phrase {
  readonly slots: readonly ReadonlySet<string>[];
  readonly ordered: boolean;
}

export interface ReadCue {
  readonly weight: number;
  readonly phrases: readonly Phrase[];
}

export function readCues(cues: readonly Cue[]): ReadCue[] {
  return cues.map(([weight, ...phrases]) => ({ weight, phrases: phrases.map(readPhrase) }));
}

function readPhrase(written: string): Phrase {
  const ordered = written.startsWith('"');
  const slots = written
    .replaceAll('"', "")
    .trim()
    .split(/\s+/)
    .map((slot) => new Set(slot.split("|").flatMap(wordsOfSlot)));
  return { slots, ordered };
}

function wordsOfSlot(word: string): string[] {
  const listed = word.startsWith("@") ? own(meanings, word.slice(1)) : undefined;
  if (word.startsWith("@") && listed === undefined) throw new Error(`There is no list ${word}.`);
  return (listed ?? word).split("|").map((each) => stemOf(each.toLowerCase()));
}

/** The words of a phrase may be this far apart, beyond their own number. */
const gap = 5;

/** The words of the text that the phrase found; undefined when the text does not contain it. */
export function findPhrase({ slots, ordered }: Phrase, stems: readonly string[]): string[] | undefined {
  const reach = ordered ? slots.length : slots.length + gap;
  const [first] = slots;
  if (first === undefined) return undefined;
  for (let start = 0; start < stems.length; start++) {
    if (!(ordered ? first : anyOf(slots)).has(stems[start] ?? "")) continue;
    const window = stems.slice(start, start + reach);
    const found = ordered ? inOrder(slots, window) : inAnyOrder(slots, window);
    if (found) return found;
  }
  return undefined;
}

const unions = new WeakMap<readonly ReadonlySet<string>[], ReadonlySet<string>>();

function anyOf(slots: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const known = unions.get(slots);
  if (known) return known;
  const union = new Set(slots.flatMap((slot) => [...slot]));
  unions.set(slots, union);
  return union;
}

function inOrder(slots: readonly ReadonlySet<string>[], window: readonly string[]): string[] | undefined {
  if (window.length < slots.length || !slots.every((slot, index) => slot.has(window[index] ?? ""))) return undefined;
  return window.slice(0, slots.length);
}

/** Each slot takes a word of its own. */
function inAnyOrder(slots: readonly ReadonlySet<string>[], window: readonly string[]): string[] | undefined {
  const taken = new Set<number>();
  const found: string[] = [];
  for (const slot of [...slots].sort((a, b) => a.size - b.size)) {
    const index = window.findIndex((word, at) => !taken.has(at) && slot.has(word));
    const word = window[index];
    if (word === undefined) return undefined;
    taken.add(index);
    found.push(word);
  }
  return found;
}

const negations = new Set(["no", "without", "ruled", "rul", "neither", "nor"]);
const cutAfter = 2;

/** The words that say what is the case: what follows "no" or "without" is left out, unless it names a lack. */
export function affirmed(text: string): string[] {
  const stems = stemsOf(text);
  const lacks = new Set(
    [
      "space",
      "left",
      "memory",
      "route",
      "response",
      "answer",
      "host",
      "healthy",
      "consumer",
      "room",
      "free",
      "leader",
      "data",
    ].map(stemOf),
  );
  return stems.filter((_, index) => {
    for (let back = 1; back <= cutAfter; back++) {
      const negated = negations.has(stems[index - back] ?? "");
      if (negated && !stems.slice(index - back + 1, index + 1).some((stem) => lacks.has(stem))) return false;
    }
    return true;
  });
}
