export { metricsOf } from "./services.ts";
