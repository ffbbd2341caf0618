export { AnalysisPanel } from "./analysis-panel.tsx";
export { SimilarPanel } from "./similar-panel.tsx";
export { SuggestionsPanel } from "./suggestions-panel.tsx";
