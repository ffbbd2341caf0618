export { apiKeyHandlers } from "./api-keys/handlers.ts";
export { authHandlers } from "./auth/handlers.ts";
export { changesTrust, principals } from "./auth/principals.ts";
export { directoryHandlers } from "./directory/handlers.ts";
export { groupHandlers } from "./groups/handlers.ts";
export { roleHandlers } from "./roles/handlers.ts";
export { rolePermissions } from "./roles/store.ts";
export { bootstrap, createTenant } from "./tenants/tenants.ts";
export { userHandlers } from "./users/handlers.ts";
