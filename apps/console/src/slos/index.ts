export { ServiceSlos } from "./service-slos.tsx";
export { SloSelect } from "./slo-select.tsx";
export { budgetText, burnText, percentText, stateLooks, stateWords } from "./words.ts";
