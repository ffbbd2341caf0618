import { openTemplates, type TemplateConstants } from "@opsplane/rca";

/** The template of each line, by its id. */
export const mined = (texts: readonly string[], constants?: TemplateConstants): string[] => {
  const miner = openTemplates(constants === undefined ? {} : { constants });
  const forms = texts.map((text) => miner.add(text));
  return forms.map((form) => miner.templateFor(form)?.id ?? "");
};
