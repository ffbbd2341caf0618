import { once } from "node:events";
import { createServer } from "node:http";

interface StripeRequest {
  method: string;
  path: string;
  form: Record<string, string>;
  authorization: string;
  idempotencyKey: string;
}

export interface StripeServer {
  url: string;
  /** One that repeats the key of another that succeeded is left out, because it has no effect at Stripe. */
  requests: StripeRequest[];
  /** What the subscription has, by id of the item. */
  items: { id: string; price: { id: string } }[];
  isEnding: boolean;
  /** Answers with a failure of Stripe from now on. */
  isBroken: boolean;
  /** A subscription that Stripe answers with failures. */
  brokenSubscription: string | undefined;
  to(path: string): StripeRequest[];
  close(): void;
}

/** A small server on loopback that speaks the part of Stripe's API that billing uses: form bodies in, JSON out. */
export async function startStripeServer(): Promise<StripeServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = "", url = "", headers } = request;
    const key = String(headers["idempotency-key"] ?? "");
    if (!succeeded.has(key))
      fake.requests.push({
        ...{ method, path: url, form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())) },
        ...{ authorization: headers.authorization ?? "", idempotencyKey: key },
      });
    const isBroken = fake.isBroken || url === `/v1/subscriptions/${fake.brokenSubscription}`;
    if (key !== "" && !isBroken) succeeded.add(key);
    response.writeHead(isBroken ? 500 : 200, { "content-type": "application/json", "request-id": "req_1" });
    response.end(JSON.stringify(isBroken ? { error: { type: "api_error", message: "broken" } } : answer(url)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();

  function answer(path: string): object {
    if (path === "/v1/checkout/sessions") return { id: "cs_1", url: "https://checkout.stripe.example/cs_1" };
    if (path === "/v1/billing_portal/sessions") return { id: "bps_1", url: "https://billing.stripe.example/bps_1" };
    if (path.startsWith("/v1/subscriptions/"))
      return {
        ...{ id: "sub_1", items: { object: "list", data: fake.items }, cancel_at_period_end: fake.isEnding },
      };
    if (path === "/v1/customers") return { id: `cus_${++customers}` };
    return { id: "in_1" };
  }

  let customers = 0;
  const succeeded = new Set<string>();
  const fake: StripeServer = {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    requests: [],
    items: [],
    isEnding: false,
    isBroken: false,
    brokenSubscription: undefined,
    to: (path) => fake.requests.filter((request) => request.path === path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
