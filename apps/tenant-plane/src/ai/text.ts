import type { Citation } from "./model-tool.ts";

// The text of a model can contain what an attacker wrote into a log or a ticket. It may mislead a reader, but it must not load or link
// anything from another server, and it can cite only evidence that exists.

const address = /(?:[a-z][a-z0-9+.-]*:)?\/\/[^\s<>()[\]`"']+|(?:javascript|data|vbscript|file|blob):[^\s<>()[\]`"']*/gi;

/** Markdown without HTML, images and links to other origins. Their addresses stay readable as code. */
export function withoutForeignLinks(text: string, origin: string): string {
  return text
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "")
    .replace(/</g, "&lt;")
    .replace(/!(?=\[)/g, "")
    .replace(/\]\(\s*([^\s)]*)[^)]*\)/g, (whole, target: string) => (isOwn(target, origin) ? whole : `] (${target})`))
    .replace(/^(\s{0,3}\[[^\]]*\]):\s*(\S+)/gm, (whole, label: string, target: string) =>
      isOwn(target, origin) ? whole : `${label} ${target}`,
    )
    .replace(address, (found) => (isOwn(found, origin) ? found : `\`${found.replaceAll("`", "")}\``));
}

function isOwn(target: string, origin: string): boolean {
  if (/^\/(?![/\\])/.test(target) || /^[#?]/.test(target)) return true;
  return origin !== "" && URL.canParse(target) && new URL(target).origin === new URL(origin).origin;
}

/** A citation is written [[id]]. */
const mark = /\[\[([^\][\n]{1,200})\]\]/g;

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
  const checked = text.replace(mark, (_, written: string) => {
    const citation = known.get(written.trim());
    if (citation === undefined) {
      unknown += 1;
      return "(no source)";
    }
    used.set(citation.id, citation);
    return `[[${citation.id}]]`;
  });
  return { text: checked, citations: [...used.values()], unknown };
}
