import type { Citation } from "./model-tool.ts";

// The text of a model can contain what an attacker wrote into a log or a ticket. It may mislead a reader, but it must not load or link
// anything from another server, and it can cite only evidence that exists.

// Every repetition that another one may follow has a bound, because this runs on one thread for all tenants.
const address =
  /(?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s<>()[\]`"']+|(?:javascript|data|vbscript|file|blob):[^\s<>()[\]`"']*/gi;
/** `[label]: target`. A label of Markdown has at most 999 characters and no brackets. */
const definition = /^(\s{0,3}\[(?:[^\][\\]|\\.){0,999}\]):\s{0,20}(\S+)/gm;

/** Markdown without HTML, images and links to other origins. Their addresses stay readable as code. */
export function withoutForeignLinks(text: string, origin: string): string {
  const plain = text
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "")
    .replace(/</g, "&lt;")
    .replace(/!(?=\[)/g, "");
  return withoutInlineLinks(plain, origin)
    .replace(definition, (whole, label: string, target: string) =>
      isOwn(target, origin) ? whole : `${label} ${target}`,
    )
    .replace(address, (found) => (isOwn(found, origin) ? found : `\`${found.replaceAll("`", "")}\``));
}

/** `[label](target "title")` with a target on another server becomes `[label] (target)`. */
function withoutInlineLinks(text: string, origin: string): string {
  let result = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("](", at);
    const end = start < 0 ? -1 : text.indexOf(")", start);
    if (end < 0) return result + text.slice(at);
    const inside = text.slice(start + 2, end).trimStart();
    const target = /^\S*/.exec(inside)?.[0] ?? "";
    result += text.slice(at, start) + (isOwn(target, origin) ? text.slice(start, end + 1) : `] (${target})`);
    at = end + 1;
  }
}

function isOwn(target: string, origin: string): boolean {
  // A browser sees what an entity stands for: `/&#47;host` is another server.
  if (/&(?:#|[a-z0-9]{1,40};)/i.test(target)) return false;
  if (/^\/(?![/\\])/.test(target) || /^[#?]/.test(target)) return true;
  return origin !== "" && URL.canParse(target) && new URL(target).origin === new URL(origin).origin;
}

/** A citation is written [[id]]. A model may also write [E1] or [E1, E2]. */
const mark = /\[\[([^\][\n]{1,200})\]\]|\[([A-Z]\d{1,4}(?:, ?[A-Z]\d{1,4}){0,20})\](?!\()/g;

export interface CheckedText {
  text: string;
  /** The cited evidence, in the order of its first mention. */
  citations: Citation[];
  /** Citations of evidence that does not exist. */
  unknown: number;
}

/** Keeps citations of known evidence and marks the others, so that no claim looks better supported than it is. */
export function checkCitations(text: string, known: ReadonlyMap<string, Citation>): CheckedText {
  const used = new Map<string, Citation>();
  let unknown = 0;
  const checked = text.replace(mark, (_, double: string | undefined, single: string | undefined) => {
    const ids = (double ?? single ?? "").split(",").map((id) => id.trim());
    const found = ids.flatMap((id) => known.get(id) ?? []);
    unknown += ids.length - found.length;
    for (const citation of found) used.set(citation.id, citation);
    return found.length === 0 ? "(no source)" : found.map(({ id }) => `[[${id}]]`).join(" ");
  });
  return { text: checked, citations: [...used.values()], unknown };
}
