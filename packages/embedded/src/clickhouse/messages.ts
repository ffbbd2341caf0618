/** Messages between parent and child. The child ends on `stop`, or when its parent is gone. */
export type ToChild =
  | { type: "start"; folder: string; port: number; token: string; chdb: string; settings: string }
  | { type: "stop" };

export type ToParent = { type: "ready" } | { type: "failed"; reason: string };
