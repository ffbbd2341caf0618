export * from "./operation.ts";
export * from "./operations.ts";
export * from "./permissions.ts";
export * from "./releases.ts";
