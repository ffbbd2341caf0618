import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const ExecuteDialog = lazyDialog(() => import("./execute-dialog.tsx"), "ExecuteDialog");
