import { own } from "@opsplane/contract";
import { joinedNames } from "./names.ts";

// Words as the matcher compares them: lower case, without endings, names and CamelCase taken apart.

const irregular: Readonly<Record<string, string>> = {
  ran: "run",
  running: "run",
  died: "die",
  dying: "die",
  dies: "die",
  dead: "die",
  began: "begin",
  grew: "grow",
  grown: "grow",
  rose: "rise",
  risen: "rise",
  went: "go",
  gone: "go",
  fell: "fall",
  froze: "freeze",
  frozen: "freeze",
  stuck: "stick",
  lost: "lose",
  loses: "lose",
  losing: "lose",
  loss: "lose",
  ships: "ship",
  shipped: "ship",
  took: "take",
  taken: "take",
  hung: "hang",
  broke: "break",
  broken: "break",
  kept: "keep",
  threw: "throw",
  thrown: "throw",
  ate: "eat",
  eaten: "eat",
  indices: "index",
  indexes: "index",
  queries: "query",
  caches: "cache",
  caching: "cache",
  cached: "cache",
  dns: "dns",
  cpus: "cpu",
  aws: "aws",
  https: "https",
  nics: "nic",
  bus: "bus",
  pids: "pid",
  less: "less",
  access: "access",
  address: "address",
  process: "process",
  status: "status",
  processes: "process",
  addresses: "address",
  dbs: "db",
  slower: "slow",
  slowly: "slow",
  slowed: "slow",
  slowness: "slow",
  latencies: "latency",
  retries: "retry",
  retrying: "retry",
  replicas: "replica",
  deployed: "deploy",
  deployment: "deployment",
  errors: "error",
  does: "does",
  kubernetes: "kubernetes",
  redis: "redis",
  nfs: "nfs",
  tls: "tls",
  k8s: "k8s",
  os: "os",
  oss: "oss",
  iops: "iops",
  ms: "ms",
  vms: "vm",
  was: "was",
  has: "has",
  is: "is",
  its: "its",
  this: "this",
  as: "as",
};

/** The stem of a word: plural and verb endings are cut in a simple way that treats cues and texts alike. */
export function stemOf(word: string): string {
  const known = own(irregular, word);
  if (known !== undefined) return known;
  if (word.length < 4 || /\d/.test(word)) return word;
  let stem = word;
  if (/ies$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:s|x|z|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  if (/ing$/.test(stem) && stem.length > 5) stem = undouble(stem.slice(0, -3));
  else if (/ed$/.test(stem) && stem.length > 4) stem = undouble(stem.slice(0, -2));
  return stem.length > 3 ? stem.replace(/e$/, "") : stem;
}

function undouble(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** The words of a text in order, as stems. Names such as `pay-api.eu` and `DiskWillFill` count by their parts. */
export function stemsOf(text: string): string[] {
  return tokensOf(text).map(stemOf);
}

/** The words of the text that have these stems. */
export function wordsWith(text: string, stems: readonly string[]): string[] {
  const tokens = tokensOf(text);
  return stems.map((stem) => tokens.find((token) => stemOf(token) === stem) ?? stem);
}

function tokensOf(text: string): string[] {
  const apart = text
    // HAProxy and MySQL are one word, DiskWillFill is three.
    .replace(/[\p{L}\p{N}]+/gu, (word) => (joinedNames.has(word.toLowerCase()) ? word.toLowerCase() : takenApart(word)))
    .toLowerCase()
    .replace(/(can|could|would|is|are|was|were|does|do|did|has|have|will)n[’']t/g, "$1 not")
    .replace(/\bcannot\b/g, "can not")
    .replace(/\bcan't\b/g, "can not")
    .replace(/(?<!\d)(\d+) ?(?:%|percent|per cent)/g, "$1%")
    .replace(/(?<!\p{L})(\p{L}{3,})is(e|ed|ing|ation)\b/gu, "$1iz$2")
    .replace(/[’']s\b/g, "");
  return apart.match(/[\p{L}\p{N}]+%?/gu) ?? [];
}

function takenApart(word: string): string {
  return word.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/(?<!\p{Lu})(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
}
