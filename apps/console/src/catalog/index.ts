export { Inputs } from "./inputs.tsx";
