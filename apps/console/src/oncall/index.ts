export { OnCallPanel } from "./now/on-call-panel.tsx";
export { PagingPanel } from "./paging/paging-panel.tsx";
export { useOnCallNow, useUnansweredPages } from "./paging/queries.ts";
export { UnansweredAlert } from "./paging/unanswered-alert.tsx";
export { UnansweredPanel } from "./paging/unanswered-panel.tsx";
