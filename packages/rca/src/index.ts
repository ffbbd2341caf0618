export { maxTextLength, normalizations } from "./templates/normalize.ts";
export {
  type FormCount,
  openTemplates,
  type Template,
  type Templates,
  type TemplatesPart,
  templateOf,
} from "./templates/templates.ts";
