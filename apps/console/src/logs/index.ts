export { suggestionsOf } from "./suggestions.ts";
