import type { Form, RequestStatus } from "@opsplane/contract";
import { approvalChain } from "./changes.ts";
import type { Api, Email } from "./people.ts";

interface Offer {
  readonly name: string;
  readonly category: string;
  readonly icon: string;
  readonly description: string;
  readonly target_hours: number;
  readonly approval: boolean;
  readonly form: Form;
}

const reason = { type: "string", title: "Reason", format: "multiline" } as const;

const offers: readonly Offer[] = [
  {
    name: "Laptop",
    category: "Hardware",
    icon: "laptop",
    description: "A laptop for a new colleague, or a replacement.",
    target_hours: 72,
    approval: false,
    form: {
      type: "object",
      properties: { model: { type: "string", title: "Model", enum: ["13 inch", "15 inch"] }, reason },
      required: ["model"],
    },
  },
  {
    name: "Access to production",
    category: "Access",
    icon: "key",
    description: "Log in to the hosts of the shop for a limited time.",
    target_hours: 8,
    approval: true,
    form: {
      type: "object",
      properties: {
        host: { type: "string", title: "Host" },
        days: { type: "integer", title: "Days", minimum: 1, maximum: 30 },
        reason,
      },
      required: ["host", "reason"],
    },
  },
  {
    name: "New database",
    category: "Infrastructure",
    icon: "database",
    description: "An empty PostgreSQL database with a daily backup.",
    target_hours: 24,
    approval: true,
    form: { type: "object", properties: { name: { type: "string", title: "Name" }, reason }, required: ["name"] },
  },
  {
    name: "Mailing list",
    category: "Collaboration",
    icon: "mail",
    description: "A list for a team or a project.",
    target_hours: 24,
    approval: false,
    form: { type: "object", properties: { address: { type: "string", title: "Address" } }, required: ["address"] },
  },
];

interface Wish {
  readonly offer: string;
  readonly by: Email;
  readonly inputs: Record<string, unknown>;
  readonly status: RequestStatus;
}

const wishes: readonly Wish[] = [
  { offer: "Laptop", by: "luc.martin@shop.example", inputs: { model: "13 inch" }, status: "fulfilled" },
  {
    offer: "Mailing list",
    by: "priya.nair@shop.example",
    inputs: { address: "product-data@shop.example" },
    status: "fulfilled",
  },
  {
    offer: "Laptop",
    by: "kenji.sato@shop.example",
    inputs: { model: "15 inch", reason: "Broken screen" },
    status: "in_fulfillment",
  },
  {
    offer: "Access to production",
    by: "jonas.weber@shop.example",
    inputs: { host: "shop-db-1", days: 2, reason: "Slow queries of orders-db" },
    status: "pending_approval",
  },
  {
    offer: "New database",
    by: "mara.lindqvist@shop.example",
    inputs: { name: "wishlists" },
    status: "pending_approval",
  },
];

/** The catalog, and requests in several statuses. */
export async function fillRequests(api: Api, as: (email: Email) => Promise<Api>): Promise<void> {
  const chain = (await api.definitions.list({ query: { limit: 1000 } })).items.find(
    ({ name }) => name === approvalChain,
  );
  const ids = new Map((await api.catalog.list({ query: { limit: 1000 } })).items.map(({ name, id }) => [name, id]));
  for (const { approval, ...offer } of offers) {
    if (ids.has(offer.name)) continue;
    const body = { ...offer, ...(approval && chain ? { workflow_definition_id: chain.id } : {}) };
    ids.set(offer.name, (await api.catalog.create({ body })).id);
  }
  const existing = (await api.requests.list({ query: { limit: 1000 } })).items;
  for (const { offer, by, inputs, status } of wishes) {
    const catalog_item_id = ids.get(offer) ?? "";
    if (existing.some((one) => one.catalog_item_id === catalog_item_id && one.requested_by === by)) continue;
    const own = await as(by);
    const { id } = await own.requests.create({ body: { catalog_item_id, inputs } });
    if (status === "fulfilled") {
      const desk = await as("tomas.silva@shop.example");
      await desk.requests.update({ params: { id }, body: { status, fulfillment_notes: "Delivered." } });
    }
  }
}
