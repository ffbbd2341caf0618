/** What parent and child tell each other. The child starts when told to, and ends when told to or when the parent is gone. */
export type ToChild =
  | { type: "start"; folder: string; port: number; token: string; chdb: string; settings: string }
  | { type: "stop" };

export type ToParent = { type: "ready" } | { type: "failed"; reason: string };
