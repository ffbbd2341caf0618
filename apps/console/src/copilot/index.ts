export { CopilotButton } from "./copilot-button.tsx";
