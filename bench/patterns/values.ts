import type { Random } from "./random.ts";

/** The kinds of values that lines have. Word lists are our own. */
export type Kind = (random: Random) => string;

const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const pick =
  (items: readonly string[]): Kind =>
  (random) =>
    items[Math.floor(random() * items.length)] ?? "";
/** Some items are frequent and most are rare. */
const skewed =
  (items: readonly string[]): Kind =>
  (random) =>
    items[Math.floor(random() ** 3 * items.length)] ?? "";
const digits = (length: number, random: Random): string =>
  Array.from({ length }, () => Math.floor(random() * 10)).join("");
const hex = (length: number, random: Random): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
const two = (max: number, random: Random): string => String(Math.floor(random() * max) + 1).padStart(2, "0");
const number = (random: Random): string => String(Math.floor(10 ** (random() * 5)));
const byte = (random: Random): string => String(1 + Math.floor(random() * 254));

const users = list(`root admin marta ivo tomas aisha jonas backup deploy guest www lena omar pia nils test oracle
  postgres operator ftp sven hana git jenkins noor mail`);
const people = list("Ana Boris Carla Dmitri Elif Farid Greta Hugo Ines Jamal Karin Luca Mina Oskar Petra Ravi");
const families = list("Lima Novak Okafor Silva Tanaka Weber Yilmaz Costa Duarte Fischer Haddad Ivanova Jensen");
const nouns = list(`orders carts stock billing search mail profile invoices media session catalog audit quota
  report ledger basket payments refunds events images labels routes alarms devices backups archive`);
const labels = list(`north south harbor maple cedar atlas orion vega delta lyra bravo ember slate cobalt falcon
  heron willow garnet onyx topaz quartz juniper basalt comet zephyr meadow summit canyon`);
const domains = list("acme.example.com corp.internal sky.net parcel.org lab.edu mills.co.uk nordic.se cafe.fr");
const extensions = list("log tmp dat cfg json xml bin idx");
const programs = list("java node postgres nginx python ruby mysqld rsync chrome tar convert ffmpeg");
const packages = list("openssl zlib libcurl kernel-default bash coreutils systemd glibc vim perl-base tzdata");
const modules = list("Cart Order Ledger Session Mailer Router Policy Token Quota Batch Cache Index");
const suffixes = list("Service Handler Manager Listener Worker Client Factory Filter");
const sentences = [
  "please call me back",
  "no thanks",
  "who is on the bridge tonight",
  "good game",
  "fix the header",
  "raise the limit for the import",
  "hello",
  "second floor printer again",
];
const agents = [
  "curl/8.1.2",
  "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/118.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  "Prometheus/2.42",
  "okhttp/4.9",
  "python-requests/2.28",
];

const label = pick(labels);
const noun = pick(nouns);
const ip: Kind = (random) => [byte, byte, byte, byte].map((one) => one(random)).join(".");
const clock: Kind = (random) => `${two(23, random)}:${two(58, random)}:${two(58, random)}`;
const month = pick(list("Jan Feb Mar Apr Jun Jul Sep Oct Nov Dec"));
const hostname: Kind = (random) => `${label(random)}.${pick(domains)(random)}`;

export const kinds: Readonly<Record<string, Kind>> = {
  number,
  small: (random) => String(Math.floor(random() ** 2 * 40)),
  digit: (random) => digits(1, random),
  decimal: (random) => `${number(random)}.${digits(2, random)}`,
  float: (random) => `0.${digits(7, random)}`,
  hex: (random) => hex(8, random),
  hex16: (random) => hex(16, random),
  /** Any digits and letters, such as the id of a mail. */
  id: (random) => hex(11, random).toUpperCase(),
  uuid: (random) => [8, 4, 4, 4, 12].map((length) => hex(length, random)).join("-"),
  ip,
  port: (random) => String(1024 + Math.floor(random() * 60_000)),
  mac: (random) => Array.from({ length: 6 }, () => hex(2, random)).join(":"),
  clock,
  iso: (random) => `2026-${two(12, random)}-${two(28, random)} ${clock(random)}`,
  syslog: (random) => `${month(random)} ${two(28, random)} ${clock(random)}`,
  weekday: (random) =>
    `${pick(list("Mon Tue Wed Thu Fri Sat Sun"))(random)} ${month(random)} ${two(28, random)} ${clock(random)} 2026`,
  user: skewed(users),
  anyuser: (random) => `${label(random)}${random() < 0.3 ? digits(2, random) : ""}`,
  person: (random) => `${pick(people)(random)} ${pick(families)(random)}`,
  player: (random) =>
    random() < 0.4
      ? `${pick(people)(random)} the ${label(random)}`
      : `${label(random)}${random() < 0.5 ? digits(2, random) : ""}`,
  noun,
  label,
  /** A host with or without digits in its name. */
  host: (random) => `${label(random)}${random() < 0.6 ? digits(2, random) : ""}`,
  hostname,
  endpoint: (random) => `${random() < 0.85 ? hostname(random) : ip(random)}:${pick(list("80 443 8080 5222"))(random)}`,
  path: (random) => `/${noun(random)}/${label(random)}/${digits(3, random)}`,
  file: (random) => `/var/lib/${noun(random)}/${label(random)}.${pick(extensions)(random)}`,
  name: (random) => `${noun(random)}_${label(random)}`,
  dashed: (random) => `${noun(random)}-${label(random)}`,
  program: skewed(programs),
  package: pick(packages),
  class: (random) => `${pick(modules)(random)}${pick(suffixes)(random)}`,
  sentence: pick(sentences),
  agent: skewed(agents),
  duration: (random) => (random() < 0.3 ? "<1 sec" : `${two(58, random)}:${two(58, random)}`),
  size: (random) => `${number(random)}${pick(list("KB MB GB"))(random)}`,
  percent: (random) => `${String(Math.floor(random() * 100))}%`,
  fan: (random) => (random() < 0.004 ? "****" : String(3000 + Math.floor(random() * 900))),
  bool: pick(["true", "false"]),
  pod: (random) =>
    `${noun(random)}-${hex(9, random)}-${Array.from({ length: 5 }, () => pick(list("b c d f g h j k l m"))(random)).join("")}`,
  interface: (random) =>
    `${pick(list("Gi Te Fo"))(random)}${digits(1, random)}/${digits(1, random)}/${two(48, random)}`,
  nodeset: (random) => {
    const parts = Array.from({ length: 1 + Math.floor(random() ** 2 * 5) }, () =>
      random() < 0.5 ? two(90, random) : `${two(40, random)}-${two(90, random)}`,
    );
    return `node[${parts.join(random() < 0.5 ? "," : " ")}]`;
  },
  amount: (random) => `${number(random)}.${digits(2, random)} ${pick(list("EUR USD CHF SEK"))(random)}`,
  topic: (random) => `${label(random)}/${noun(random)}/${digits(2, random)}`,
  domain: (random) => `${label(random)}.${noun(random)}.${pick(domains)(random)}`,
  branch: (random) =>
    random() < 0.4 ? "main" : `${pick(list("feature fix"))(random)}/${label(random)}-${noun(random)}`,
  email: (random) => `${pick(users)(random)}@${pick(domains)(random)}`,
};
