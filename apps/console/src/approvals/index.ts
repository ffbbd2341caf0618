export { ApprovalPanel, instanceTones } from "./approval-panel.tsx";
export { ChainSelect } from "./chain-select.tsx";
export { DecisionForm } from "./decision-form.tsx";
export { approverWords, blockedWords, eligibleWords } from "./step-words.ts";
