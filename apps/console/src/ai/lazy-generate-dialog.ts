import { lazyDialog } from "../ui/lazy-dialog.tsx";

export const GenerateDialog = lazyDialog(() => import("./generate-dialog.tsx"), "GenerateDialog");
