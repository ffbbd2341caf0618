export * from "./deployments.ts";
export * from "./event.ts";
export * from "./operation.ts";
export * from "./operations.ts";
export * from "./permissions.ts";
export * from "./plans.ts";
export * from "./subscriptions.ts";
export * from "./tenants.ts";
