export { useCreateCollector } from "./collectors/queries.ts";
export { type Sender, sendersTo } from "./collectors/senders.ts";
export { NamedListPage } from "./named-list-page.tsx";
export { useRoles } from "./roles/queries.ts";
export { SecretSelect } from "./secrets/secret-select.tsx";
export { SettingsPage } from "./settings-page.tsx";
