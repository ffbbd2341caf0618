// Paths into JSON, such as `alert.tags[0].name` or `$.data["alert name"]`.

const part = /\.?([^.[\]"]+)|\[(\d{1,6})\]|\["([^"]*)"\]/y;

/** The parts of a path; undefined for a text that is no path. */
export function parsePath(written: string): (string | number)[] | undefined {
  const text = written.trim().replace(/^\$\.?/, "");
  const parts: (string | number)[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return undefined;
    const [, name, index, quoted] = found;
    parts.push(index === undefined ? (name ?? quoted ?? "") : Number(index));
  }
  return parts;
}

/** The value at a path; undefined where there is none, and for an empty path. */
export function valueAt(value: unknown, written: string): unknown {
  if (written.trim() === "") return undefined;
  let at = value;
  for (const name of parsePath(written) ?? []) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[name];
  }
  return at;
}
