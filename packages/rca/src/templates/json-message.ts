/**
 * The text of a JSON body: its message, so that the same event groups alike in JSON and in plain text. A body without a message is known by
 * its keys. Undefined if the text is no JSON object.
 */
export const jsonText = (line: string): string | undefined => {
  if (!line.startsWith("{") || !line.includes('"')) return undefined;
  const body = parsed(line);
  if (body === undefined) return cutMessage.exec(line)?.[1];
  const found = messageKeys.map((key) => body[key]).find((value) => typeof value === "string" && value.trim() !== "");
  if (typeof found === "string") return found;
  return `{${Object.keys(body).toSorted().slice(0, maxKeys).join("=,")}=}`;
};

const messageKeys = [
  "message",
  "msg",
  "@message",
  "@mt",
  "@m",
  "log",
  "short_message",
  "event",
  "error",
  "err",
  "body",
  "text",
];
const maxKeys = 40;

/** The message in an object that was cut. */
const cutMessage = /"(?:@?message|msg|@mt?|log|short_message|event)"\s*:\s*"((?:[^"\\]|\\.)+)"/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parsed = (line: string): Record<string, unknown> | undefined => {
  try {
    // Normalizing shortens the digits of an escaped character, which JSON does not allow.
    const value: unknown = JSON.parse(line.replace(/\\u[0-9a-fA-F]{1,4}/g, "?"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
