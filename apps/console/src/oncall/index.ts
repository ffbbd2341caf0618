export { OnCallPanel } from "./now/on-call-panel.tsx";
export { PagingPanel } from "./paging/paging-panel.tsx";
export { useOnCallNow } from "./paging/queries.ts";
