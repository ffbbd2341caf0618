import {
  asText,
  type Lookup,
  piecesOf,
  type Rendered,
  renderPieces,
  TemplateFailure,
  type TemplatePart,
} from "./template.ts";

/** What is wrong with a URL template; undefined when it is fine. */
export function urlProblem(url: string): string | undefined {
  const pieces = piecesOf(url);
  const mistake = pieces.find((piece) => piece.kind === "mistake");
  if (mistake !== undefined) return mistake.message;
  // URL parsers drop control characters and read a backslash as a slash, so the text would not say where the request goes.
  const literal = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  if (hasUnsafe(literal)) return "A URL cannot contain blanks, control characters or backslashes; percent-encode them.";
  const first = pieces[0];
  const start = first?.kind === "text" ? first.text : "";
  if (!/^https?:\/\//i.test(start))
    return "A URL starts with https:// or http://; put the scheme and the host into the URL itself.";
  if (pieces.length > 1 && !/^https?:\/\/[^/?#]+[/?#]/i.test(start))
    return "A placeholder cannot be part of the scheme, user, host or port; put the host into the URL itself.";
  if (!/^https?:\/\/[^/?#]/i.test(start)) return "The URL has no host; write one such as https://example.com/path.";
  return undefined;
}

/** A URL whose values are percent-encoded. They cannot change the host or leave their path segment. */
export function renderUrl(url: string, lookup: Lookup): Rendered {
  const problem = urlProblem(url);
  if (problem !== undefined) throw new TemplateFailure(problem);
  const rendered = renderPieces(piecesOf(url), lookup, percentEncoded);
  const path = rendered.sent.replace(/[?#].*$/s, "").replace(/^https?:\/\/[^/]*/i, "");
  const climbs = path.split("/").some((segment) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, ".")));
  if (climbs) throw new TemplateFailure("A path segment of the URL is '.' or '..', which would lead to another path.");
  return rendered;
}

/** The value of a header. It cannot end the header's line. */
export function renderHeader(value: string, lookup: Lookup): Rendered {
  const rendered = renderPieces(piecesOf(value), lookup, asText);
  if (/[\r\n\0]/.test(rendered.sent))
    throw new TemplateFailure("A header cannot contain line breaks or NUL characters.");
  return rendered;
}

/** A body in which values stay values: JSON and forms are escaped, other types are plain text. */
export function renderBody(body: string, contentType: string | undefined, lookup: Lookup): Rendered {
  const kind = bodyKind(body, contentType);
  if (kind === "form") return renderPieces(piecesOf(body), lookup, percentEncoded);
  if (kind === "text") return renderPieces(piecesOf(body), lookup, asText);
  const rendered = renderJson(body, lookup);
  if (body.trim() !== "" && !isJson(rendered.sent))
    throw new TemplateFailure("The body is not valid JSON once its placeholders are filled.");
  return rendered;
}

/** What is wrong with a body template; undefined when it is fine. */
export function bodyProblem(body: string, contentType: string | undefined): string | undefined {
  try {
    renderBody(body, contentType, () => ({ value: 1, secret: false }));
    return undefined;
  } catch (error) {
    if (error instanceof TemplateFailure) return error.message;
    throw error;
  }
}

function bodyKind(body: string, contentType: string | undefined): "json" | "form" | "text" {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || type === "") return /^\s*[{[]/.test(body) ? "json" : "text";
  if (/[/+]json$/.test(type)) return "json";
  return type === "application/x-www-form-urlencoded" ? "form" : "text";
}

function renderJson(body: string, lookup: Lookup): Rendered {
  const pieces = piecesOf(body);
  const inString = new Set<TemplatePart>();
  let state: JsonState = "outside";
  for (const piece of pieces) {
    if (piece.kind === "text") state = [...piece.text].reduce(jsonState, state);
    else if (state !== "outside") inString.add(piece);
    if (piece.kind === "placeholder" && state === "escape")
      throw new TemplateFailure(
        `A backslash stands directly in front of ${piece.written}; write \\\\ for a backslash.`,
      );
  }
  return renderPieces(pieces, lookup, (value, piece) =>
    inString.has(piece) ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value),
  );
}

type JsonState = "outside" | "string" | "escape";

function jsonState(state: JsonState, character: string): JsonState {
  if (state === "escape") return "string";
  if (state === "string" && character === "\\") return "escape";
  if (character !== '"') return state;
  return state === "string" ? "outside" : "string";
}

function percentEncoded(value: unknown): string {
  try {
    return encodeURIComponent(asText(value));
  } catch {
    throw new TemplateFailure("A value contains half of a character, which cannot be percent-encoded.");
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hasUnsafe(text: string): boolean {
  return [...text].some((character) => character <= " " || character === "\\" || character === "\x7f");
}
