export { ApprovalPanel, instanceTones } from "./approval-panel.tsx";
export { ApproverField } from "./approver-field.tsx";
export { ChainSelect } from "./chain-select.tsx";
export { DecisionForm } from "./decision-form.tsx";
export { useApproval } from "./queries.ts";
export { approverTypeWords, approverWords, blockedWords, eligibleWords } from "./step-words.ts";
