export { GenerateRunbookButton, useCanGenerate } from "./generate-button.tsx";
export { GenerationPanel } from "./generation-panel.tsx";
export { GenerateDialog } from "./lazy-generate-dialog.ts";
