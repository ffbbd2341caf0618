// The shop as tables: what runs where. Every name is also the name of a configuration item.

export interface Service {
  readonly name: string;
  readonly about: string;
  readonly version: string;
  readonly language: "go" | "java" | "nodejs";
  /** The address that callers use, in front of its instances. */
  readonly address: string;
  readonly port: number;
  /** One instance runs on each. */
  readonly hosts: readonly [string, string];
  readonly team: string;
  readonly criticality: "critical" | "high" | "medium";
  /** The largest number of connections of one instance to its backend. */
  readonly poolSize: number;
  /** Requests per second in the metrics at noon. Traces are a sample of these. */
  readonly requestRate: number;
  /** Median response time in milliseconds. */
  readonly responseMs: number;
}

export interface Backend {
  readonly name: string;
  readonly about: string;
  readonly class: "database" | "message_queue" | "application";
  /** The value of db.system.name or messaging.system; empty for DNS. */
  readonly system: string;
  readonly address: string;
  readonly port: number;
  readonly host: string;
  readonly team: string;
  readonly criticality: "critical" | "high" | "medium";
}

export interface Host {
  readonly name: string;
  readonly address: string;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Servers outside the shop. They are called by name, so they need DNS. */
export interface External {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

const GiB = 2 ** 30;
const app = { memoryBytes: 32 * GiB, diskBytes: 200 * GiB };
const data = { memoryBytes: 64 * GiB, diskBytes: 500 * GiB };

export const hosts = [
  { name: "shop-app-1", address: "10.20.1.11", ...app },
  { name: "shop-app-2", address: "10.20.1.12", ...app },
  { name: "shop-app-3", address: "10.20.1.13", ...app },
  { name: "shop-app-4", address: "10.20.1.14", ...app },
  { name: "shop-db-1", address: "10.20.2.11", ...data },
  { name: "shop-db-2", address: "10.20.2.12", ...data },
  { name: "shop-data-1", address: "10.20.2.13", ...data },
  { name: "shop-dns-1", address: "10.20.0.53", ...app },
] as const satisfies readonly Host[];

const [one, two, three, four] = ["shop-app-1", "shop-app-2", "shop-app-3", "shop-app-4"] as const;

function service(
  name: string,
  about: string,
  [version, language, team, criticality]: readonly [string, Service["language"], string, Service["criticality"]],
  at: Pick<Service, "hosts" | "poolSize" | "requestRate" | "responseMs">,
  number: number,
): Service {
  const address = `10.20.8.${10 + number}`;
  return { name, about, version, language, team, criticality, address, port: 8080 + number, ...at };
}

const web = "Web team";
const product = "Product data team";
const orders = "Orders team";
const platform = "Platform team";

export const teams = [web, product, orders, platform] as const;

export const services: readonly Service[] = [
  service(
    "storefront",
    "Serves the pages of the shop.",
    ["5.12.0", "nodejs", web, "critical"],
    { hosts: [one, four], poolSize: 200, requestRate: 60, responseMs: 90 },
    0,
  ),
  service(
    "api-gateway",
    "Routes the requests of pages and apps.",
    ["3.4.2", "go", web, "critical"],
    { hosts: [one, four], poolSize: 200, requestRate: 64, responseMs: 70 },
    1,
  ),
  service(
    "catalog",
    "Knows products and prices.",
    ["7.1.3", "java", product, "high"],
    { hosts: [one, three], poolSize: 30, requestRate: 48, responseMs: 18 },
    2,
  ),
  service(
    "search",
    "Finds products by words.",
    ["2.6.1", "java", product, "high"],
    { hosts: [one, three], poolSize: 20, requestRate: 14, responseMs: 45 },
    3,
  ),
  service(
    "cart",
    "Keeps shopping carts.",
    ["4.0.7", "go", orders, "high"],
    { hosts: [one, two], poolSize: 40, requestRate: 18, responseMs: 14 },
    4,
  ),
  service(
    "checkout",
    "Makes orders from carts.",
    ["6.3.0", "java", orders, "critical"],
    { hosts: [one, two], poolSize: 25, requestRate: 8, responseMs: 160 },
    5,
  ),
  service(
    "payments",
    "Charges cards through the payment provider.",
    ["2.8.4", "java", orders, "critical"],
    { hosts: [one, two], poolSize: 20, requestRate: 8, responseMs: 95 },
    6,
  ),
  service(
    "inventory",
    "Counts and reserves stock.",
    ["3.9.0", "go", product, "high"],
    { hosts: [one, three], poolSize: 20, requestRate: 26, responseMs: 12 },
    7,
  ),
  service(
    "shipping",
    "Books parcels with the carrier.",
    ["1.14.2", "nodejs", orders, "high"],
    { hosts: [two, three], poolSize: 15, requestRate: 7, responseMs: 75 },
    8,
  ),
  service(
    "notifications",
    "Sends emails to customers.",
    ["1.7.5", "nodejs", platform, "medium"],
    { hosts: [two, three], poolSize: 10, requestRate: 7, responseMs: 60 },
    9,
  ),
];

const stores = { class: "database", team: platform } as const;

export const backends: readonly Backend[] = [
  {
    ...stores,
    name: "catalog-db",
    about: "Products and prices.",
    system: "postgresql",
    address: "10.20.4.11",
    port: 5432,
    host: "shop-db-2",
    criticality: "high",
  },
  {
    ...stores,
    name: "orders-db",
    about: "Orders, payments and parcels.",
    system: "postgresql",
    address: "10.20.4.12",
    port: 5432,
    host: "shop-db-1",
    criticality: "critical",
  },
  {
    ...stores,
    name: "inventory-db",
    about: "Stock and reservations.",
    system: "postgresql",
    address: "10.20.4.13",
    port: 5432,
    host: "shop-db-2",
    criticality: "high",
  },
  {
    ...stores,
    name: "search-index",
    about: "The full-text index of products.",
    system: "opensearch",
    address: "10.20.4.14",
    port: 9200,
    host: "shop-data-1",
    criticality: "high",
  },
  {
    ...stores,
    name: "cart-cache",
    about: "Carts and cached products.",
    system: "redis",
    address: "10.20.4.15",
    port: 6379,
    host: "shop-data-1",
    criticality: "high",
  },
  {
    class: "message_queue",
    team: platform,
    name: "orders-queue",
    about: "Placed orders on their way to shipping and notifications.",
    system: "rabbitmq",
    address: "10.20.4.16",
    port: 5672,
    host: "shop-data-1",
    criticality: "high",
  },
  {
    class: "application",
    team: platform,
    name: "shop-dns",
    about: "Resolves names for all hosts.",
    system: "",
    address: "10.20.4.53",
    port: 53,
    host: "shop-dns-1",
    criticality: "critical",
  },
];

export const dns = "shop-dns";

export const externals: readonly External[] = [
  { name: "api.cardpay.example", address: "203.0.113.20", port: 443 },
  { name: "api.parcel.example", address: "203.0.113.40", port: 443 },
  { name: "smtp.mailer.example", address: "203.0.113.60", port: 587 },
];

export const businessService = {
  name: "Web shop",
  about: "Customers find, order and pay for products.",
  entry: "storefront",
} as const;

export const environment = "production";
