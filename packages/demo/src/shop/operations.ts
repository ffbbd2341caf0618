// What the services do and whom they call. Traces, the call graph and the CMDB relations come from this table.

export type Call =
  | { readonly to: "service"; readonly name: string; readonly operation: string; readonly optional: boolean }
  | {
      readonly to: "backend";
      readonly name: string;
      readonly does: string;
      readonly ms: number;
      readonly writes: boolean;
      readonly optional: boolean;
    }
  | { readonly to: "external"; readonly name: string; readonly does: string; readonly ms: number }
  | {
      readonly to: "queue";
      readonly name: string;
      readonly readers: readonly (readonly [service: string, operation: string])[];
    };

export interface Operation {
  readonly method: "GET" | "POST" | "CONSUME";
  readonly route: string;
  /** Median of its own work, without its calls, in milliseconds. */
  readonly ms: number;
  readonly calls: readonly Call[];
  /** A log line of a success; `{id}` becomes a number. */
  readonly says?: string;
}

const call = (name: string, operation: string): Call => ({ to: "service", name, operation, optional: false });
/** The caller answers without it when it fails. */
const tryCall = (name: string, operation: string): Call => ({ to: "service", name, operation, optional: true });
const read = (name: string, does: string, ms: number): Call => ({
  to: "backend",
  name,
  does,
  ms,
  writes: false,
  optional: false,
});
const write = (name: string, does: string, ms: number): Call => ({ ...readable(name, does, ms), writes: true });
const readable = (name: string, does: string, ms: number) =>
  ({ to: "backend", name, does, ms, optional: false }) as const;
/** A cache that fails is only slower. */
const cached = (does: string): Call => ({ ...readable("cart-cache", does, 0.6), writes: false, optional: true });
const outside = (name: string, does: string, ms: number): Call => ({ to: "external", name, does, ms });

export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  storefront: {
    home: { method: "GET", route: "/", ms: 14, calls: [call("api-gateway", "featured")] },
    product: { method: "GET", route: "/products/{id}", ms: 16, calls: [call("api-gateway", "product")] },
    search: { method: "GET", route: "/search", ms: 15, calls: [call("api-gateway", "search")] },
    cart: { method: "GET", route: "/cart", ms: 12, calls: [call("api-gateway", "cart")] },
    add: { method: "POST", route: "/cart/items", ms: 10, calls: [call("api-gateway", "add")] },
    checkout: { method: "POST", route: "/checkout", ms: 18, calls: [call("api-gateway", "order")] },
  },
  "api-gateway": {
    featured: {
      method: "GET",
      route: "/api/featured",
      ms: 3,
      calls: [call("catalog", "list"), tryCall("cart", "get")],
    },
    product: {
      method: "GET",
      route: "/api/products/{id}",
      ms: 3,
      calls: [call("catalog", "get"), tryCall("inventory", "stock")],
    },
    search: { method: "GET", route: "/api/search", ms: 3, calls: [call("search", "query"), call("catalog", "list")] },
    cart: { method: "GET", route: "/api/cart", ms: 3, calls: [call("cart", "get"), tryCall("inventory", "stock")] },
    add: { method: "POST", route: "/api/cart/items", ms: 3, calls: [call("cart", "add")] },
    order: { method: "POST", route: "/api/orders", ms: 4, calls: [call("checkout", "place")] },
  },
  catalog: {
    list: {
      method: "GET",
      route: "/products",
      ms: 5,
      calls: [cached("MGET"), read("catalog-db", "SELECT products", 6)],
    },
    get: {
      method: "GET",
      route: "/products/{id}",
      ms: 4,
      calls: [cached("GET"), read("catalog-db", "SELECT products", 4)],
    },
  },
  search: {
    query: { method: "GET", route: "/query", ms: 9, calls: [read("search-index", "search products", 26)] },
  },
  cart: {
    get: { method: "GET", route: "/carts/{id}", ms: 3, calls: [readCache("HGETALL")] },
    add: {
      method: "POST",
      route: "/carts/{id}/items",
      ms: 4,
      calls: [call("catalog", "get"), readCache("HSET")],
      says: "Added product {id} to a cart",
    },
  },
  checkout: {
    place: {
      method: "POST",
      route: "/orders",
      ms: 14,
      calls: [
        call("cart", "get"),
        call("inventory", "reserve"),
        call("payments", "charge"),
        write("orders-db", "INSERT orders", 9),
        {
          to: "queue",
          name: "orders-queue",
          readers: [
            ["shipping", "book"],
            ["notifications", "confirm"],
          ],
        },
      ],
      says: "Order {id} placed",
    },
  },
  payments: {
    charge: {
      method: "POST",
      route: "/charges",
      ms: 9,
      calls: [outside("api.cardpay.example", "POST /v2/charges", 60), write("orders-db", "INSERT payments", 7)],
      says: "Charge {id} captured",
    },
  },
  inventory: {
    stock: { method: "GET", route: "/stock/{id}", ms: 2.5, calls: [read("inventory-db", "SELECT stock", 3.5)] },
    reserve: {
      method: "POST",
      route: "/reservations",
      ms: 4,
      calls: [write("inventory-db", "UPDATE stock", 6)],
      says: "Reserved stock for order {id}",
    },
  },
  shipping: {
    book: {
      method: "CONSUME",
      route: "orders-queue",
      ms: 8,
      calls: [outside("api.parcel.example", "POST /parcels", 45), write("orders-db", "INSERT parcels", 7)],
      says: "Parcel {id} booked",
    },
  },
  notifications: {
    confirm: {
      method: "CONSUME",
      route: "orders-queue",
      ms: 7,
      calls: [outside("smtp.mailer.example", "SEND order confirmation", 40)],
      says: "Confirmation {id} sent",
    },
  },
};

function readCache(does: string): Call {
  return { ...readable("cart-cache", does, 0.8), writes: does === "HSET" };
}

/** What customers do on the storefront, with its share of all visits. */
export const journeys: readonly (readonly [operation: string, share: number])[] = [
  ["home", 0.16],
  ["product", 0.3],
  ["search", 0.18],
  ["cart", 0.11],
  ["add", 0.11],
  ["checkout", 0.14],
];
