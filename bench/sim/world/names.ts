import type { Random } from "../random.ts";

// Names as teams give them. A world has one style for services, one for hosts and one for what services call.

const subjects =
  "account address audience badge basket billing booking campaign cart catalog checkout claim comment contract coupon courier credit currency dispatch document email event export feed fleet fraud geo identity image inventory invoice label ledger loan locker loyalty matching media menu message meter notification offer order parcel partner payment payout playlist policy preference price product profile promo quote rating receipt recommendation refund report reservation review reward route schedule search seat session settlement shipment sms stock subscription survey tax ticket timeline token tracking transfer trip upload user vehicle video voucher wallet warehouse webhook wishlist".split(
    " ",
  );

type Style = (subject: string) => string;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const serviceStyles: readonly Style[] = [
  (subject) => subject,
  (subject) => `${subject}-service`,
  (subject) => `${subject}-svc`,
  (subject) => `${subject}s-api`,
  (subject) => `${capital(subject)}Service`,
  (subject) => `ts-${subject}-service`,
  (subject) => `svc_${subject}`,
  (subject) => `acme.${subject}`,
];

const gatewayNames = [
  "api-gateway",
  "edge",
  "web",
  "frontend",
  "bff",
  "storefront",
  "gateway",
  "mobile-bff",
  "public-api",
];

export interface Names {
  service(): string;
  gateway(): string;
  worker(): string;
  database(): string;
  cache(): string;
  broker(): string;
  thirdParty(): string;
  host(at: number): string;
  batchJob(): string;
}

export function namesOf(random: Random): Names {
  const left = random.some(subjects, subjects.length);
  const style = random.one(serviceStyles);
  const hosts = random.one<(at: number) => string>([
    (at) => `node-${at + 1}`,
    (at) => `ip-10-0-${4 + at}-${17 + 3 * at}`,
    (at) => `k8s-worker-${String.fromCharCode(97 + (at % 26))}${at}`,
    (at) => `vm${String(at + 1).padStart(3, "0")}.prod.example`,
  ]);
  const used = new Set<string>();
  const own = (make: (subject: string) => string): string => {
    const name = make(left.pop() ?? `part${used.size}`);
    if (used.has(name)) return own(make);
    used.add(name);
    return name;
  };
  const gateways = random.some(gatewayNames, gatewayNames.length);
  const database = random.one<Style>([
    (subject) => `${subject}-db`,
    (subject) => `pg-${subject}`,
    (subject) => `${subject}-mysql.internal`,
    (subject) => `${subject}_postgres`,
  ]);
  return {
    service: () => own(style),
    gateway: () => gateways.pop() ?? own(style),
    worker: () => own((subject) => `${subject}-${random.one(["worker", "consumer", "processor"])}`),
    database: () => own(database),
    cache: () => own((subject) => random.one([`redis-${subject}`, `${subject}-cache`, `memcached-${subject}`])),
    broker: () => own((subject) => random.one([`kafka-${subject}`, `rabbitmq-${subject}`, `${subject}-queue`])),
    thirdParty: () => own((subject) => `api.${subject}hub.example`),
    host: hosts,
    batchJob: () => own((subject) => `${subject}-${random.one(["nightly", "export", "cleanup", "reindex", "backup"])}`),
  };
}
