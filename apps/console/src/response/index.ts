export { AnalysisPanel } from "./analysis-panel.tsx";
export { SuggestionsPanel } from "./suggestions-panel.tsx";
