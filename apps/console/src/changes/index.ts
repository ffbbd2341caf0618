export { useChange } from "./queries.ts";
export { WindowText } from "./window-text.tsx";
